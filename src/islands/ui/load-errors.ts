import { ApiError, NetworkError, TimeoutError } from '#client/errors.ts'
import type zhErrors from '#messages/zh-cn/errors.json'

type Errors = typeof zhErrors

/** The messages that say why something could not be loaded; for every island that loads. */
export const pickLoadErrors = (errors: Errors) => ({
  maintenance: errors.maintenance,
  network: errors.network,
  no_space: errors.no_space,
  out_of_service: errors.out_of_service,
  server_error: errors.server_error,
  timeout: errors.timeout,
  too_many_calls: errors.too_many_calls,
})

type LoadErrorKey = `errors:${keyof ReturnType<typeof pickLoadErrors>}`

/** Refusals that any call may get, by their business code. */
const STATES: Readonly<Record<number, LoadErrorKey>> = {
  500902: 'errors:maintenance',
  500903: 'errors:out_of_service',
  500904: 'errors:no_space',
  500905: 'errors:too_many_calls',
}

/** The message of an error that a call was rejected with. */
export function keyOfLoadError(error: unknown): LoadErrorKey {
  if (error instanceof TimeoutError) return 'errors:timeout'
  if (error instanceof NetworkError) return 'errors:network'
  const state = error instanceof ApiError ? STATES[error.code] : undefined
  return state ?? 'errors:server_error'
}
