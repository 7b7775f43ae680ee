import type { CodePurpose } from '#api/one-time-code.ts'

/** Requests a code by SMS; the API client is loaded with the first request. */
export const requestSms = (purpose: CodePurpose) => async (mobile: string) => {
  const { sendSms } = await import('./send-sms.ts')
  return sendSms(purpose, mobile)
}
