import { sendSms } from '#api/login.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import { callApi } from '#stores/client.ts'

/** Asks for a code by SMS. */
export const askSms = (purpose: CodePurpose) => (mobile: string) =>
  callApi(sendSms, { body: { mobile, purpose } })
