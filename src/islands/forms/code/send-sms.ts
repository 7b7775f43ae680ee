import { sendSms as sendSmsEndpoint } from '#api/login.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import { callApi } from '#stores/client.ts'

/** Has a code sent to a mobile number. */
export const sendSms = (purpose: CodePurpose, mobile: string) =>
  callApi(sendSmsEndpoint, { body: { mobile, purpose } })
