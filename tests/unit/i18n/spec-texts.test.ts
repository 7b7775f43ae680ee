import { expect, test } from 'vitest'
import type { MessageKey } from '#i18n/messages.ts'
import { getTexts } from '#tests/support/interface-texts.ts'

// E2e tests look up texts in `i18n/`; the texts that the specification quotes are checked here.

const SPEC_TEXTS: [key: MessageKey, english: string][] = [
  ['forms:email_format', 'Enter the correct email format'],
  ['forms:mobile_format', 'Enter the correct phone number'],
  ['forms:please_select', 'Please select'],
  ['forms:please_input', 'Please input'],
  ['forms:please_upload', 'Please upload'],
  ['forms:login_mobile', 'Enter a correct phone number'],
  ['forms:code_format', 'Enter a correct verification code'],
  ['forms:please_agree', 'Please read and agree to the user agreement and privacy policy'],
  ['forms:submit_done', 'Submit successfully'],
  ['forms:login_done', 'Login successfully'],
  ['forms:save_done', 'Save successfully'],
  ['forms:copy_done', 'Copy successfully'],
  ['forms:payment_done', 'Payment completed'],
  ['application:button_applied', 'Already applied'],
  ['application:button_not_started', 'Not started'],
  ['application:button_ended', 'Ended'],
  ['application:button_full', 'Full'],
  ['common:not_found_title', 'This page could not be found'],
]

test.each(SPEC_TEXTS)('uses the English text of the specification for %s', (key, english) => {
  expect(getTexts('en')(key)).toBe(english)
})

test.each([
  ['errors:network', '网络异常'],
  ['errors:timeout', '网络超时'],
] as const)('uses the Chinese text of the specification for %s', (key, chinese) => {
  expect(getTexts('zh-cn')(key)).toBe(chinese)
})
