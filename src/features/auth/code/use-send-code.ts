import { useStore } from '@nanostores/react'
import type { CodeSent, CodePurpose } from '#api/one-time-code.ts'
import type { CallResult } from '#client/create-client.ts'
import { useSeconds } from '#features/ui/use-seconds.ts'
import { $sentCodes, recordSentCode, recordResendWait, type CodeUse } from '#stores/sent-code.ts'
import type { Failure } from '#features/forms/failures.ts'
import { useCall } from '#features/forms/use-call.ts'

// The device's storage is not available during prerendering.
const NONE: ReturnType<typeof $sentCodes.get> = {}
const getServerSnapshot = () => NONE

/** Requests a code and stores when the next one may be requested. */
export async function recordRequest(
  use: CodeUse,
  to: string,
  requestCode: (to: string) => Promise<CallResult<CodeSent>>,
): Promise<CallResult<CodeSent>> {
  const result = await requestCode(to)
  // The wait starts at the response: the visitor may have confirmed their identity before, which takes minutes.
  const receivedAt = Date.now()
  const timing = { requestedAt: receivedAt, receivedAt }
  if (result.status === 'ok') recordSentCode(use, to, result.data, timing)
  if (result.status === 'refused') recordResendWait(use, to, result.data, timing)
  return result
}

/** Sends codes for one purpose; the state survives reloads and is shared between tabs. */
export function useSendCode(
  use: CodeUse,
  requestCode: (to: string) => Promise<CallResult<CodeSent>>,
) {
  const record = useStore($sentCodes, { ssr: getServerSnapshot })[use] ?? null
  const { isBusy, failure, run, clear } = useCall()
  const seconds = useSeconds(
    record === null ? null : { until: record.resendAt, notedAt: record.notedAt },
  )

  /** @returns the failure, or null when the code was sent */
  async function send(to: string): Promise<Failure | null> {
    let failed: Failure | null = null
    await run(
      () => recordRequest(use, to, requestCode),
      (reason) => {
        failed = reason
      },
    )
    return failed
  }

  return {
    use,
    /** Where the latest code was requested for; null without one. */
    to: record?.to ?? null,
    /** The pending code, or null. */
    sent: record !== null && record.expiresAt > 0 ? record : null,
    /** Seconds until another code may be requested. */
    seconds,
    isSending: isBusy,
    failure,
    send,
    dismiss: clear,
  }
}
export type CodeSending = ReturnType<typeof useSendCode>

/** Requests a code by SMS; the API client is loaded with the first request. */
export const requestSms = (purpose: CodePurpose) => async (mobile: string) => {
  const { sendSms } = await import('./send-sms.ts')
  return sendSms(purpose, mobile)
}
