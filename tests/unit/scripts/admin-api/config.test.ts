import { describe, expect, test } from 'vitest'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'

describe('readAdminApiConfig', () => {
  test('has defaults that are safe for a laptop', () => {
    expect(readAdminApiConfig({ ADMIN_API_PORT: '' })).toEqual({
      port: 4330,
      host: '127.0.0.1',
      dataDir: '.data',
      logLevel: 'info',
      mode: 'development',
    })
  })

  test('names every wrong variable and what was expected', () => {
    const read = () => readAdminApiConfig({ ADMIN_API_PORT: '70000', LOG_LEVEL: 'loud' })
    expect(read).toThrow(/ADMIN_API_PORT: expected a port number.*LOG_LEVEL: expected one of/s)
  })
})
