import { describe, expect, test } from 'vitest'
import {
  readPreviewToken,
  writePreviewLink,
  writePreviewToken,
} from '#scripts/admin-api/security/preview-token.ts'
import { createSecrets } from '#scripts/admin-api/security/secrets.ts'

const NOW = Date.parse('2027-05-08T12:00:00+08:00')
const HOUR = 3_600_000
const secrets = createSecrets('the secret of this installation, long enough')
const read = (text: string, now = NOW) => readPreviewToken(secrets, text, now)

describe('preview tokens', () => {
  test.each([null, 0, NOW + 30 * 24 * HOUR])('carry their moment (%s) until they expire', (at) => {
    const token = { at, expiresAt: NOW + HOUR }
    const text = writePreviewToken(secrets, token)
    expect(read(text)).toEqual(token)
    expect(read(text, NOW + HOUR - 1)).toEqual(token)
    expect(read(text, NOW + HOUR)).toBeUndefined()
  })

  test('are refused with another moment, expiry, signature or secret', () => {
    const text = writePreviewToken(secrets, { at: NOW, expiresAt: NOW + HOUR })
    const [at, expiry, signature = ''] = text.split('.')
    const others = createSecrets('the secret of another installation, as long')
    for (const forged of [
      `${NOW + 1}.${expiry}.${signature}`,
      `.${expiry}.${signature}`,
      `${at}.${NOW + 2 * HOUR}.${signature}`,
      `${at}.${expiry}.${signature.split('').toReversed().join('')}`,
      `${at}.${expiry}.`,
      `${at}.${expiry}`,
      '',
      writePreviewToken(others, { at: NOW, expiresAt: NOW + HOUR }),
    ]) {
      expect(read(forged)).toBeUndefined()
    }
  })

  test('form a link together with the first page to open', () => {
    const link = new URL(writePreviewLink('https://a.example/', 'token', '/en/drama/detail?id=1'))
    expect(link.pathname).toBe('/hooks/preview/token')
    expect(link.searchParams.get('to')).toBe('/en/drama/detail?id=1')
  })
})
