import { expect, test } from 'vitest'
import { formatSavedAt } from '#features/applications/DraftStatus.tsx'

const NOW = new Date(2027, 4, 8, 0, 20)

test('shows the time of a draft that was saved today', () => {
  const time = new Date(2027, 4, 8, 0, 5).getTime()
  expect(formatSavedAt(time, 'en', NOW)).toBe('00:05')
  expect(formatSavedAt(time, 'zh-cn', NOW)).toBe('00:05')
})

test('adds the date of a draft that was saved on an earlier day', () => {
  const time = new Date(2027, 4, 7, 23, 55).getTime()
  expect(formatSavedAt(time, 'en', NOW)).toBe('7 May, 23:55')
  expect(formatSavedAt(time, 'zh-cn', NOW)).toBe('5月7日 23:55')
})
