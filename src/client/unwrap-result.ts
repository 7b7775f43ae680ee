import type { CallResult } from './create-client.ts'
import { ApiError, RefusalError } from './errors.ts'

/** The data of a call that requires no login. @throws RefusalError, or ApiError for an unexpected 401 */
export function unwrapResult<Data>(result: CallResult<Data>): Data {
  if (result.status === 'ok') return result.data
  if (result.status === 'refused') throw new RefusalError(result.code, result.msg)
  throw new ApiError(401, '')
}
