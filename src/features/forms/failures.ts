import { findBusinessKey, type BusinessKey } from '#api/codes.ts'
import type { CallResult } from '#client/create-client.ts'
import { isServiceDown, NetworkError, RefusalError, TimeoutError } from '#client/errors.ts'
import type { Translate } from '#i18n/messages.ts'

/** Why a call failed. */
export type Failure =
  | { kind: 'unauthorized' }
  /**
   * The API refused the call and would refuse it again. `key` is undefined for a code that is not in the
   * catalogue; then `message`, the text of the API, is shown.
   */
  | { kind: 'refused'; key: BusinessKey | undefined; data: unknown; message: string }
  /** No response, or an invalid one: input is kept, and a retry may succeed. */
  | { kind: 'failed'; text: `errors:${'timeout' | 'network' | 'out_of_service' | 'server_error'}` }

/** Converts a call result other than `ok`. */
export function toResultFailure(result: Exclude<CallResult<unknown>, { status: 'ok' }>): Failure {
  if (result.status === 'unauthorized') return { kind: 'unauthorized' }
  const { code, data, msg: message } = result
  return { kind: 'refused', key: findBusinessKey(code), data, message }
}

/** Converts the error of a rejected call. */
export function toErrorFailure(error: unknown): Failure {
  if (error instanceof RefusalError) {
    const { code, message } = error
    return { kind: 'refused', key: findBusinessKey(code), data: null, message }
  }
  if (error instanceof TimeoutError) return { kind: 'failed', text: 'errors:timeout' }
  if (isServiceDown(error)) return { kind: 'failed', text: 'errors:out_of_service' }
  // Offline, the import of a script that the call requires fails, too.
  if (error instanceof NetworkError || navigator.onLine === false)
    return { kind: 'failed', text: 'errors:network' }
  return { kind: 'failed', text: 'errors:server_error' }
}

/** Describes a failure in the page's language, or with the text of the API if its code is unknown. */
export function describeFailure(failure: Failure, t: Translate<'errors'>): string {
  if (failure.kind === 'unauthorized') return t('errors:unauthorized')
  if (failure.kind === 'failed') return t(failure.text)
  if (failure.key !== undefined) return t(`errors:${failure.key}`)
  return failure.message === '' ? t('errors:server_error') : failure.message
}

/** Describes the error of a rejected call. */
export const describeError = (error: unknown, t: Translate<'errors'>): string =>
  describeFailure(toErrorFailure(error), t)
