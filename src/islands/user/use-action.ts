import { useState } from 'react'
import type { Answer } from '#client/create-client.ts'
import { failureOfAnswer, failureOfError, type Failure } from '#islands/forms/failures.ts'
import type { UserTexts } from './texts.ts'

/** A button that makes one call: whether it is under way, and why it failed. */
export function useAction(t: UserTexts) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function run<Data>(
    call: () => Promise<Answer<Data>>,
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

  // A session that is over is said by the page.
  const error = failure && failure.kind !== 'unauthorized' ? t(failure.text) : null
  return { isBusy, error, run }
}
