import { useRef, useState } from 'react'
import type { CallResult } from '#client/create-client.ts'
import { failureOfAnswer, failureOfError, type Failure } from './failures.ts'

/** A button that makes one call at a time: whether it is under way, and why it failed. */
export function useCall() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A second click comes before the next render.
  const isRunning = useRef(false)

  function fail(failed: Failure, onFailed?: (failure: Failure) => void): void {
    setFailure(failed)
    onFailed?.(failed)
  }

  /** @returns the data, or null after a failure */
  async function run<Data extends object>(
    call: () => Promise<CallResult<Data>>,
    onFailed?: (failure: Failure) => void,
  ): Promise<Data | null> {
    if (isRunning.current) return null
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    try {
      const answer = await call()
      if (answer.status === 'ok') return answer.data
      fail(failureOfAnswer(answer), onFailed)
    } catch (error) {
      fail(failureOfError(error), onFailed)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
    return null
  }

  return { isBusy, failure, run, clear: () => setFailure(null) }
}
