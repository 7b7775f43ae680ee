import type { CallResult } from '#client/create-client.ts'
import type { Translate } from '#i18n/messages.ts'
import { describeFailure } from './failures.ts'
import { useCall } from './use-call.ts'

/** `useCall` for a button that shows its error in the reader's language. */
export function useAction(t: Translate<'errors'>) {
  const { isBusy, failure, run } = useCall()
  // The page itself reports an expired session.
  const error = failure && failure.kind !== 'unauthorized' ? describeFailure(failure, t) : null
  return {
    isBusy,
    error,
    async run<Data extends object>(
      call: () => Promise<CallResult<Data>>,
      onDone: (data: Data) => void,
    ): Promise<void> {
      const data = await run(call)
      if (data !== null) onDone(data)
    },
  }
}
