import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { CodeSent } from '#api/one-time-code.ts'
import type { Answer } from '#client/create-client.ts'
import { useSeconds } from '#islands/ui/use-seconds.ts'
import { $sentCodes, noteSentCode, noteWait, type CodeUse } from '#stores/sent-code.ts'
import { failureOfAnswer, failureOfError, type Failure } from '../failures.ts'

// The page is printed without what this device keeps.
const NONE: ReturnType<typeof $sentCodes.get> = {}
const printNone = () => NONE

/** Sends codes of one use and knows where that stands, also after a reload and in another tab. */
export function useSendCode(use: CodeUse, ask: (to: string) => Promise<Answer<CodeSent>>) {
  const record = useStore($sentCodes, { ssr: printNone })[use] ?? null
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const seconds = useSeconds(
    record === null ? null : { until: record.resendAt, notedAt: record.notedAt },
  )

  /** @returns the failure, or null when the code is on its way */
  async function send(to: string): Promise<Failure | null> {
    if (isSending) return null
    setSending(true)
    setFailure(null)
    const askedAt = Date.now()
    try {
      const answer = await ask(to)
      const asked = { askedAt, answeredAt: Date.now() }
      if (answer.status === 'ok') {
        noteSentCode(use, to, answer.data, asked)
        return null
      }
      if (answer.status === 'refused') noteWait(use, to, answer.data, asked)
      const failed = failureOfAnswer(answer)
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
    /** The code that is on its way, null when none is. */
    sent: record !== null && record.expiresAt > 0 ? record : null,
    /** Seconds until another one may be asked for. */
    seconds,
    isSending,
    failure,
    send,
    dismiss: () => setFailure(null),
  }
}
export type CodeSending = ReturnType<typeof useSendCode>
