import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import type { CallResult } from '#client/create-client.ts'
import {
  failureOfAnswer,
  failureOfError,
  type Failure,
  describeFailure,
} from '#features/forms/failures.ts'

/** State of a button that makes one call: busy flag and error text. */
export function useAction(t: IslandTexts<'user'>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function run<Data>(
    call: () => Promise<CallResult<Data>>,
    onDone: (data: Data) => void,
  ): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const answer = await call()
      if (answer.status === 'ok') onDone(answer.data)
      else setFailure(failureOfAnswer(answer))
    } catch (error) {
      setFailure(failureOfError(error))
    } finally {
      setBusy(false)
    }
  }

  // The page itself reports an expired session.
  const error = failure && failure.kind !== 'unauthorized' ? describeFailure(failure, t) : null
  return { isBusy, error, run }
}
