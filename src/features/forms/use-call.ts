import { useRef, useState } from 'react'
import type { CallResult } from '#client/create-client.ts'
import { useRestored } from '#features/ui/use-restored.ts'
import { toResultFailure, toErrorFailure, type Failure } from './failures.ts'

/** Makes one call at a time. @returns whether a call is pending, its failure, and a function to make it */
export function useCall() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A second click may come before the next render.
  const isRunning = useRef(false)

  function markBusy(isNowBusy: boolean): void {
    isRunning.current = isNowBusy
    setBusy(isNowBusy)
  }

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
    markBusy(true)
    setFailure(null)
    try {
      const result = await call()
      if (result.status === 'ok') return result.data
      fail(toResultFailure(result), onFailed)
    } catch (error) {
      fail(toErrorFailure(error), onFailed)
    } finally {
      markBusy(false)
    }
    return null
  }

  /** Opens another page after a call; stays busy, because a second click would repeat the call. */
  function leaveTo(address: string): void {
    markBusy(true)
    location.assign(address)
  }
  useRestored(() => markBusy(false))

  return { isBusy, failure, run, leaveTo, clear: () => setFailure(null) }
}
