import { expect, test } from 'vitest'
import { formatCost, formatLowestCost, formatMemberCost } from '#i18n/format-cost.ts'
import type { MessageKey, Translate } from '#i18n/messages.ts'

const t: Translate = (key: MessageKey, values) => [key, ...Object.values(values ?? {})].join(' ')

test.each([
  [formatCost, 'common:free', '¥80.50'],
  [formatLowestCost, 'common:free_tickets', 'common:price_from ¥80.50'],
])('a price of 0 is a word: %o', (format, free, paid) => {
  expect([0, 8050].map((fen) => format(fen, t))).toEqual([free, paid])
})

test.each([
  [0, 'course:members_free'],
  [8050, 'course:member_price ¥80.50'],
  [9000, null],
])('a member price of %d is named only if members pay less', (fen, text) => {
  expect(formatMemberCost({ price_fen: 9000, member_price_fen: fen }, t)).toBe(text)
})
