import type { Texts } from '#islands/ui/create-texts.ts'
import type { Failure } from '../failures.ts'
import type { FormKey, FormMessages } from '../texts.ts'

export type ErrorTexts = Texts<Pick<FormMessages, 'errors'>>
type ErrorKey = Parameters<ErrorTexts>[0]

const isError = (key: FormKey): key is ErrorKey => key.startsWith('errors:')

/** Why a call failed, in the reader's language; a session that is over is said by the page. */
export function describeFailure(failure: Failure, t: ErrorTexts): string {
  if (failure.kind === 'unauthorized') return t('errors:unauthorized')
  return t(isError(failure.text) ? failure.text : 'errors:server_error')
}
