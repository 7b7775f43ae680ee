import { expect, test } from 'vitest'
import { splitPhoneNumbers } from '#components/section/split-phone-numbers.ts'

test.each([
  ['Call +86 21 5550 1998 and ask for 6.', ['Call ', '+86 21 5550 1998', ' and ask for 6.']],
  ['急事请打 021-5550 1998，转分机 6。', ['急事请打 ', '021-5550 1998', '，转分机 6。']],
  ['Call (020) 7946 0018, ext. 12', ['Call (', '020) 7946 0018', ', ext. 12']],
  ['We answer within 3 days, 10 at most.', ['We answer within 3 days, 10 at most.']],
])('splits "%s" at its phone number', (text, parts) => {
  expect(splitPhoneNumbers(text)).toEqual(parts)
})
