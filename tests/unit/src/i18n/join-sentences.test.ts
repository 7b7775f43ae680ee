import { expect, test } from 'vitest'
import { joinSentences } from '#i18n/join-sentences.ts'

test('joins the sentences that apply, with spaces in Latin scripts only', () => {
  expect(joinSentences(['One.', false, 'Two.'], 'en')).toBe('One. Two.')
  expect(joinSentences(['一。', false, '二。'], 'zh-cn')).toBe('一。二。')
})
