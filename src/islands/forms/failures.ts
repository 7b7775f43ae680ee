import { findBusinessKey, type BusinessKey } from '#api/codes.ts'
import type { Answer } from '#client/create-client.ts'
import { NetworkError, TimeoutError } from '#client/errors.ts'
import type { FormKey } from './texts.ts'

/** Why a call did not do what it should. */
export type Failure =
  | { kind: 'unauthorized' }
  /** A refusal of the API: trying again without a change gives the same. */
  | { kind: 'refused'; key: BusinessKey | undefined; data: unknown; text: FormKey }
  /** No answer or a broken one: everything is kept, trying again may help. */
  | { kind: 'failed'; text: FormKey }

/** The failure that an answer other than `ok` stands for. */
export function failureOfAnswer(answer: Exclude<Answer<unknown>, { status: 'ok' }>): Failure {
  if (answer.status === 'unauthorized') return { kind: 'unauthorized' }
  const key = findBusinessKey(answer.code)
  return {
    kind: 'refused',
    key,
    data: answer.data,
    text: key === undefined ? 'errors:server_error' : `errors:${key}`,
  }
}

/** The failure that a rejected call stands for. */
export function failureOfError(error: unknown): Failure {
  if (error instanceof TimeoutError) return { kind: 'failed', text: 'errors:timeout' }
  if (error instanceof NetworkError) return { kind: 'failed', text: 'errors:network' }
  return { kind: 'failed', text: 'errors:server_error' }
}
