import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatCardDay, formatCardMoment, formatCardRun } from '#i18n/format-card-date.ts'

describe('dates of cards', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-12-31T12:00:00+08:00') }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['2027-10-28', '28 Oct 2027'],
    ['2027-11-05', '5 Nov'],
    ['2028-05-08', '8 May'],
    ['2028-11-05', '5 Nov 2028'],
  ])('of %s read %s at the end of 2027', (day, text) => {
    expect(formatCardDay(`${day}T19:30:00+08:00`, 'en')).toBe(text)
  })

  test('have their year in moments and runs', () => {
    const [from, to] = ['2029-05-08T19:30:00+08:00', '2029-05-24T19:30:00+08:00']
    expect(formatCardMoment(from, 'zh-cn')).toBe('2029.05.08 周二 19:30')
    expect(formatCardRun({ from, to }, 'zh-cn')).toBe('2029.05.08 — 05.24')
    expect(formatCardRun({ from, to: from }, 'en')).toBe('8 May 2029')
    expect(formatCardRun({ from: '2028-10-30T12:00:00Z', to: from }, 'en')).toBe(
      '30 Oct 2028 — 8 May 2029',
    )
  })
})
