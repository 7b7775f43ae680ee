import { useRef, useState } from 'react'
import type { CallResult } from '#client/create-client.ts'
import type { Translate } from '#i18n/messages.ts'
import { describeFailure, failureOfResult, failureOfError, type Failure } from './failures.ts'

/** The state of a button that makes a call: whether it is pending, and the error in the page's language. */
export function useAction(t: Translate<'errors'>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A second click may come before the next render.
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
      const result = await call()
      if (result.status === 'ok') onDone(result.data)
      else setFailure(failureOfResult(result))
    } catch (error) {
      setFailure(failureOfError(error))
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  // `MemberGate` reports an expired session.
  const error = failure && failure.kind !== 'unauthorized' ? describeFailure(failure, t) : null
  return { isBusy, error, run }
}
