import { useRef, useState } from 'react'
import type { CallResult } from '#client/create-client.ts'
import { toResultFailure, toErrorFailure, type Failure } from './failures.ts'

/** Makes one call at a time. @returns whether a call is pending, its failure, and a function to make it */
export function useCall() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A second click may come before the next render.
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
      const result = await call()
      if (result.status === 'ok') return result.data
      fail(toResultFailure(result), onFailed)
    } catch (error) {
      fail(toErrorFailure(error), onFailed)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
    return null
  }

  return { isBusy, failure, run, clear: () => setFailure(null) }
}
