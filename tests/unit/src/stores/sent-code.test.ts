import { setTestStorageKey, useTestStorageEngine } from '@nanostores/persistent'
import { beforeEach, describe, expect, test } from 'vitest'
import { $sentCodes, clearSentCode, recordSentCode, recordResendWait } from '#stores/sent-code.ts'
import { countSeconds, toLocalTime } from '#stores/server-clock.ts'

useTestStorageEngine()

const SERVER = Date.parse('2027-05-05T12:00:00+08:00')
const at = (ms: number) => new Date(SERVER + ms).toISOString()
const DAY = 24 * 60 * 60 * 1000

const SENT = {
  status: 'code_sent' as const,
  resend_at: at(60_000),
  expires_at: at(300_000),
  server_time: at(0),
  outbox: '/outbox',
}

describe('resend countdown', () => {
  test.each([0, DAY, -DAY, 3_600_000])(
    "follows the server's time on a device clock that is off by %d ms",
    (offset) => {
      const requestedAt = SERVER + offset - 400
      const receivedAt = SERVER + offset + 400
      const until = toLocalTime(SENT.resend_at, SENT.server_time, { requestedAt, receivedAt })
      const left = (passed: number) =>
        countSeconds({ until, notedAt: receivedAt }, SERVER + offset + passed)
      expect(left(1000)).toBe(59)
      expect(left(59_100)).toBe(1)
      expect(left(60_000)).toBe(0)
      expect(left(90_000)).toBe(0)
    },
  )

  test('ends if the clock was set back, so that the button is not locked', () => {
    expect(countSeconds({ until: SERVER + 60_000, notedAt: SERVER }, SERVER - DAY)).toBe(0)
  })
})

describe('sent codes', () => {
  const timing = { requestedAt: SERVER, receivedAt: SERVER }
  beforeEach(() => $sentCodes.set({}))

  test('are stored with their recipient and resend time', () => {
    recordSentCode('login', '+8613800138000', SENT, timing)
    expect($sentCodes.get()['login']).toEqual({
      to: '+8613800138000',
      resendAt: SERVER + 60_000,
      expiresAt: SERVER + 300_000,
      notedAt: SERVER,
      outbox: '/outbox',
    })
  })

  test('get a new resend time from a refusal while the earlier code stays valid', () => {
    recordSentCode('login', '+8613800138000', SENT, timing)
    const refusal = { retry_at: at(3_600_000), server_time: at(0) }
    recordResendWait('login', '+8613800138000', refusal, timing)
    expect($sentCodes.get()['login']).toMatchObject({
      resendAt: SERVER + 3_600_000,
      expiresAt: SERVER + 300_000,
    })
    recordResendWait('login', '+8613900139000', refusal, timing)
    expect($sentCodes.get()['login']).toMatchObject({ to: '+8613900139000', expiresAt: 0 })
  })

  test('are kept after a refusal without a time', () => {
    recordSentCode('login', '+8613800138000', SENT, timing)
    const codes = $sentCodes.get()
    recordResendWait('login', '+8613900139000', null, timing)
    expect($sentCodes.get()).toEqual(codes)
  })

  test('are deleted when used or expired', () => {
    recordSentCode('login', '+8613800138000', SENT, timing)
    const later = { requestedAt: SERVER + 400_000, receivedAt: SERVER + 400_000 }
    recordSentCode('confirm', '+8613800138000', { ...SENT, expires_at: at(900_000) }, later)
    expect(Object.keys($sentCodes.get())).toEqual(['confirm'])
    clearSentCode('confirm')
    expect($sentCodes.get()).toEqual({})
  })

  test('are not restored if the clock was set back, because the button would be locked', () => {
    const stop = $sentCodes.listen(() => {})
    const code = { to: '+8613800138000', outbox: null }
    const store = (noted: number) => ({
      ...code,
      notedAt: noted,
      resendAt: noted + 60_000,
      expiresAt: noted + 300_000,
    })
    const stored = { login: store(Date.now() + DAY), confirm: store(Date.now()) }
    setTestStorageKey('sentCodes', JSON.stringify(stored))
    expect(Object.keys($sentCodes.get())).toEqual(['confirm'])
    stop()
  })

  test('are not restored once they have expired', () => {
    const stop = $sentCodes.listen(() => {})
    const code = { to: '+8613800138000', resendAt: 0, notedAt: 0, outbox: null }
    const stored = {
      login: { ...code, expiresAt: Date.now() - 1000 },
      confirm: { ...code, expiresAt: Date.now() + 60_000 },
    }
    setTestStorageKey('sentCodes', JSON.stringify(stored))
    expect(Object.keys($sentCodes.get())).toEqual(['confirm'])
    stop()
  })
})
