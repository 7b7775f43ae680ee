import { TOO_MANY_CALLS, type BusinessCode } from '#api/codes.ts'
import type { StorageFault } from '../lib/storage-fault.ts'

/** Why authorisation was denied. Only logged: the response does not contain it. */
export type Denial =
  | 'order of another member'
  | 'upload of another member'
  | 'upload ticket of another member'
  | 'upload ticket not valid'
  | 'file link not valid'
  | 'session of another member'
  | 'session token without its cookie'
  | 'no right to verify tickets'
  | 'write from another site'

/** A refusal that the caller can act on: HTTP 200 with a business code of the contract. */
export class BusinessError extends Error {
  override name = 'BusinessError'
  readonly code: BusinessCode
  /** Details for the caller, in the shape that the contract defines for this code. */
  readonly data: object | null
  readonly denial: Denial | undefined
  constructor(code: BusinessCode, data: object | null = null, denial?: Denial) {
    super(`business code ${code}`)
    this.code = code
    this.data = data
    this.denial = denial
  }
}

const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  too_long: 414,
  wrong_content_type: 415,
} as const

export type RequestFault = keyof typeof STATUS

/** An invalid request; its code is its HTTP status. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly key: RequestFault
  readonly status: (typeof STATUS)[RequestFault]
  /** Detail, appended to the general error text. */
  readonly detail: string | undefined
  readonly headers: Record<string, string>
  readonly denial: Denial | undefined
  constructor(
    key: RequestFault,
    detail?: string,
    headers: Record<string, string> = {},
    denial?: Denial,
  ) {
    super(detail === undefined ? key : `${key}: ${detail}`)
    this.key = key
    this.status = STATUS[key]
    this.detail = detail
    this.headers = headers
    this.denial = denial
  }
}

/** The error for an item that does not exist or is not published. */
export function notFound(): RequestError {
  return new RequestError('not_found')
}

/** The error for an item of another member; to callers it looks like a missing item. */
export function notAllowed(denial: Denial): RequestError {
  return new RequestError('not_found', undefined, {}, denial)
}

/** The denial of an authorisation error; undefined for other errors. */
export const readDenial = (error: unknown): Denial | undefined =>
  error instanceof RequestError || error instanceof BusinessError ? error.denial : undefined

/** Business codes for a temporary state of the installation; a retry may succeed. */
export type UnavailableCode = Extract<BusinessCode, 500408 | 500902 | 500903 | 500904>

/** The installation cannot serve this call at present: HTTP 503 with a business code. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
  readonly status = 503
  readonly retryAfterSeconds = 60
  readonly code: UnavailableCode
  constructor(code: UnavailableCode, cause?: unknown) {
    super(`business code ${code}`, { cause })
    this.code = code
  }
}

/** The error for calls that fail because of a storage fault. */
export function createStorageError(fault: StorageFault | 'missing', cause?: unknown) {
  return new UnavailableError(fault === 'full' ? 500904 : 500903, cause)
}

/** The caller exceeded a rate limit: HTTP 429 with a business code. */
export class TooManyCallsError extends Error {
  override name = 'TooManyCallsError'
  readonly status = 429
  readonly code = TOO_MANY_CALLS
  /** Whole seconds after which the call is accepted (RFC 9110, 10.2.3). */
  readonly retryAfterSeconds: number
  /** @param waitMs more than 0 */
  constructor(waitMs: number) {
    super(`business code ${TOO_MANY_CALLS}`)
    this.retryAfterSeconds = Math.ceil(waitMs / 1000)
  }
}
