import type { CodePurpose } from '#api/one-time-code.ts'

/** Asks for a code by SMS; what calls the API is loaded with the first one. */
export const askSms = (purpose: CodePurpose) => async (mobile: string) => {
  const { sendSms } = await import('./send-sms.ts')
  return sendSms(purpose, mobile)
}
