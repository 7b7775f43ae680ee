import type { CallResult } from '#client/create-client.ts'
import type { Translate } from '#i18n/messages.ts'
import { describeFailure, type Failure } from './failures.ts'
import { useCall } from './use-call.ts'

/**
 * The state of a button that makes a call: whether it is pending, why it failed, and the error in the page's
 * language.
 * Separate from `use-call.ts`, so that pages without such buttons do not load it.
 */
export function useAction(t: Translate<'errors'>) {
  const { isBusy, failure: reason, run, leaveTo } = useCall()
  // `MemberGate` reports an expired session.
  const failure = reason?.kind === 'unauthorized' ? null : reason
  return {
    isBusy,
    failure,
    leaveTo,
    error: failure && describeFailure(failure, t),
    async run<Data extends object>(
      call: () => Promise<CallResult<Data>>,
      onDone: (data: Data) => void,
      onFailed?: (failure: Failure) => void,
    ): Promise<void> {
      const data = await run(call, onFailed)
      if (data !== null) onDone(data)
    },
  }
}
