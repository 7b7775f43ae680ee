import type { Locator, Page } from 'playwright/test'
import type { TestLocale } from '#tests/e2e/test-matrix.ts'
import { getTexts } from './interface-texts.ts'

/** The buttons that send a verification code; their labels change with their state. */
export const findSendButton = (scope: Locator | Page, locale: TestLocale): Locator =>
  scope.getByRole('button', {
    name: getTexts(locale).oneOf(
      'code:send',
      'code:sending',
      'code:resend',
      'code:resend_in',
      'code:resend_minutes',
    ),
  })
