import { expect, test } from 'vitest'
import { formatCost, formatLowestCost, formatMemberCost } from '#i18n/format-cost.ts'
import type { MessageKey, Translate } from '#i18n/messages.ts'

const t: Translate = (key: MessageKey, values) => [key, ...Object.values(values ?? {})].join(' ')

test.each([
  [formatCost, 'common:free', '¥80.50'],
  [formatLowestCost, 'common:free_tickets', 'common:price_from ¥80.50'],
  [formatMemberCost, 'course:members_free', 'course:member_price ¥80.50'],
])('a price of 0 is a word: %o', (format, free, paid) => {
  expect([0, 8050].map((fen) => format(fen, t))).toEqual([free, paid])
})
