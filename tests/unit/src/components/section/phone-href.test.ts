import { expect, test } from 'vitest'
import { getPhoneHref } from '#components/section/phone-href.ts'

test.each([
  ['+86 21 5550 1998', 'tel:+862155501998'],
  ['021-6400 1234 转 8', 'tel:02164001234'],
  ['(020) 7946 0018, ext. 12', 'tel:02079460018'],
  ['Tel. 400 820 8820 / 400 820 8821', 'tel:4008208820'],
  ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  // As Chinese keyboards write them.
  ['（021）6400　1234 转 8', 'tel:02164001234'],
  ['０２１－６４００１２３４', 'tel:02164001234'],
])('the link of %s dials %s', (phone, href) => {
  expect(getPhoneHref(phone)).toBe(href)
})
