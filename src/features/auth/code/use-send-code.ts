import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { CodeSent, CodePurpose } from '#api/one-time-code.ts'
import type { CallResult } from '#client/create-client.ts'
import { useSeconds } from '#features/ui/use-seconds.ts'
import { $sentCodes, recordSentCode, recordResendWait, type CodeUse } from '#stores/sent-code.ts'
import { failureOfResult, failureOfError, type Failure } from '#features/forms/failures.ts'

// The device's storage is not available during prerendering.
const NONE: ReturnType<typeof $sentCodes.get> = {}
const getServerSnapshot = () => NONE

/** Sends codes for one purpose; the state survives reloads and is shared between tabs. */
export function useSendCode(
  use: CodeUse,
  requestCode: (to: string) => Promise<CallResult<CodeSent>>,
) {
  const record = useStore($sentCodes, { ssr: getServerSnapshot })[use] ?? null
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const seconds = useSeconds(
    record === null ? null : { until: record.resendAt, notedAt: record.notedAt },
  )

  /** @returns the failure, or null when the code was sent */
  async function send(to: string): Promise<Failure | null> {
    if (isSending) return null
    setSending(true)
    setFailure(null)
    const requestedAt = Date.now()
    try {
      const result = await requestCode(to)
      const timing = { requestedAt, receivedAt: Date.now() }
      if (result.status === 'ok') {
        recordSentCode(use, to, result.data, timing)
        return null
      }
      if (result.status === 'refused') recordResendWait(use, to, result.data, timing)
      const failed = failureOfResult(result)
      setFailure(failed)
      return failed
    } catch (error) {
      const failed = failureOfError(error)
      setFailure(failed)
      return failed
    } finally {
      setSending(false)
    }
  }

  return {
    use,
    /** Where the latest code was requested for; null without one. */
    to: record?.to ?? null,
    /** The pending code, or null. */
    sent: record !== null && record.expiresAt > 0 ? record : null,
    /** Seconds until another code may be requested. */
    seconds,
    isSending,
    failure,
    send,
    dismiss: () => setFailure(null),
  }
}
export type CodeSending = ReturnType<typeof useSendCode>

/** Requests a code by SMS; the API client is loaded with the first request. */
export const requestSms = (purpose: CodePurpose) => async (mobile: string) => {
  const { sendSms } = await import('./send-sms.ts')
  return sendSms(purpose, mobile)
}
