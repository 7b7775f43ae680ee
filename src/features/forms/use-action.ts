import { useRef, useState } from 'react'
import type { CallResult } from '#client/create-client.ts'
import type { Translate } from '#i18n/messages.ts'
import { describeFailure, failureOfAnswer, failureOfError, type Failure } from './failures.ts'

/** A button that makes one call: whether it is under way, and why it failed, in the reader's language. */
export function useAction(t: Translate<'errors'>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A second click comes before the next render.
  const isRunning = useRef(false)

  async function run<Data>(
    call: () => Promise<CallResult<Data>>,
    onDone: (data: Data) => void,
  ): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    try {
      const answer = await call()
      if (answer.status === 'ok') onDone(answer.data)
      else setFailure(failureOfAnswer(answer))
    } catch (error) {
      setFailure(failureOfError(error))
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  // The page itself reports an expired session.
  const error = failure && failure.kind !== 'unauthorized' ? describeFailure(failure, t) : null
  return { isBusy, error, run }
}
