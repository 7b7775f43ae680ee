import { describe, expect, test } from 'vitest'
import { NetworkError } from '#client/errors.ts'
import { readFault } from '#features/door/camera.ts'
import {
  addScan,
  findUnansweredNonce,
  normaliseCode,
  createRepeatFilter,
} from '#features/door/scan-log.ts'
import { canRepeat, readFailure, readVerdict } from '#features/door/verdict.ts'
import { createWedge } from '#features/door/wedge.ts'

const verdict = { name: 'unknown', title: null, at: null, tier: null } as const
const scan = (nonce: string) => ({ nonce, code: 'T1', at: 0, verdict, isUndone: false })

describe('door scans', () => {
  test('count a code in view of the camera once until it is out of view for 3 s', () => {
    let now = 0
    const isFresh = createRepeatFilter(() => now)
    expect(isFresh('A')).toBe(true)
    for (now = 500; now <= 10_000; now += 500) expect(isFresh('A')).toBe(false)
    expect(isFresh('B')).toBe(true)
    now += 3000
    expect(isFresh('B')).toBe(true)
  })

  test('accept a ticket that was in view during the check of another one', () => {
    let now = 0
    const isFresh = createRepeatFilter(() => now)
    expect(isFresh('A')).toBe(true)
    for (now = 150; now <= 1500; now += 150) expect(isFresh('B', true)).toBe(false)
    expect(isFresh('B')).toBe(true)
  })

  test('do not accept a ticket again that stays in view during its check', () => {
    let now = 0
    const isFresh = createRepeatFilter(() => now)
    expect(isFresh('A')).toBe(true)
    for (now = 150; now <= 6000; now += 150) expect(isFresh('A', true)).toBe(false)
    expect(isFresh('A')).toBe(false)
  })

  test('keep the last ten entries, and replace a first attempt by its retry', () => {
    const log = Array.from({ length: 12 }, (_, n) => scan(`n${n}`)).reduce(addScan, [])
    expect(log.map(({ nonce }) => nonce)).toEqual(
      Array.from({ length: 10 }, (_, n) => `n${11 - n}`),
    )
    expect(addScan(log, { ...scan('n11'), at: 5 }).filter(({ nonce }) => nonce === 'n11')).toEqual([
      { ...scan('n11'), at: 5 },
    ])
  })

  test('of a code whose result was lost count as the same scan', () => {
    const lost = { ...scan('n1'), verdict: readFailure(new NetworkError(null)) }
    expect(findUnansweredNonce([lost], 'T1')).toBe('n1')
    expect(findUnansweredNonce([lost], 'T2')).toBeNull()
    expect(findUnansweredNonce([scan('n2'), lost], 'T1')).toBeNull()
    expect(findUnansweredNonce([], 'T1')).toBeNull()
  })

  test.each([
    ['t1ab cd-ef', 'T1ABCDEF'],
    ['Ｔ１ＡＢ\n', 'T1AB'],
    ['   ', ''],
  ])('normalise %j to %j', (text, code) => expect(normaliseCode(text)).toBe(code))
})

describe('keyboard-wedge scanner', () => {
  const type = (keys: string[], gap: number) => {
    const read = createWedge()
    let at = 1000
    return keys.map((key) => read(key, (at += gap))).at(-1)
  }
  const code = [...'T1ABCDEF', 'Enter']

  test('is distinguished from typing by its speed', () => {
    expect(type(code, 15)).toBe('T1ABCDEF')
    expect(type(code, 150)).toBeNull()
    expect(type(['T', '1', 'Enter'], 15)).toBeNull()
    expect(type(['Shift', ...code], 15)).toBe('T1ABCDEF')
  })
})

describe('door verdicts', () => {
  test("show the server's result with its details", { tags: ['S1.22'] }, () => {
    const used = {
      result: 'already_used',
      used_at: '2027-05-05T12:00:00+08:00',
      title: '茶馆',
    } as const
    expect(readVerdict({ status: 'ok', data: used }, 'T1')).toEqual({
      name: 'already_used',
      title: '茶馆',
      at: used.used_at,
      tier: null,
    })
    expect(readVerdict({ status: 'ok', data: { result: 'unknown' } }, 'T1')?.name).toBe('unknown')
  })

  test.each([
    [500502, 'no_right'],
    [500201, 'too_often'],
    [500501, 'unknown'],
    [500902, 'failed'],
    [403, 'failed'],
  ])('map the refusal %d to %s', (code, name) => {
    expect(readVerdict({ status: 'refused', code, msg: '', data: null }, 'T1')?.name).toBe(name)
  })

  test('name an order number, but no other unknown code', () => {
    const name = (code: string) =>
      readVerdict({ status: 'ok', data: { result: 'unknown' } }, code)?.name
    expect(name('20270508ABCDEFGHJK')).toBe('order_number')
    expect(name('T1ABCDEFGHJKMNPQRS')).toBe('unknown')
    expect(name('HELLO')).toBe('unknown')
  })

  test('offer to repeat a scan without a response', () => {
    const verdictOffline = readFailure(new NetworkError(null))
    expect(verdictOffline.name).toBe('network')
    expect(canRepeat(verdictOffline)).toBe(true)
    expect(canRepeat(readFailure(new Error('odd')))).toBe(true)
    expect(readVerdict({ status: 'unauthorized' }, 'T1')).toBeNull()
  })
})

describe('door camera', () => {
  test.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'unsupported'],
  ])('maps %s to %s', (name, fault) => {
    expect(readFault(Object.assign(new Error('no'), { name }))).toBe(fault)
  })
})
