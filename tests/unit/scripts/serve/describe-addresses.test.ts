import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function listRows(setting: string) {
  vi.stubEnv('SITE_LOCALES', setting)
  vi.resetModules()
  const { listSiteRows } = await import('#scripts/serve/describe-addresses.ts')
  return listSiteRows('http://127.0.0.1:4321')
}

test('lists the home page in each language, the default first', async () => {
  expect(await listRows('zh-cn,en')).toEqual([
    ['Site', 'http://127.0.0.1:4321', 'Chinese'],
    ['', 'http://127.0.0.1:4321/en', 'English'],
  ])
  expect(await listRows('en')).toEqual([['Site', 'http://127.0.0.1:4321', 'English']])
})
