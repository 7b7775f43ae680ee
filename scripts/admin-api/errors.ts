import { TOO_MANY_CALLS, type BusinessCode } from '#api/codes.ts'
import type { StorageFault } from '../lib/storage-fault.ts'
import type { GeneralKey } from './error-texts.ts'

/** Why somebody may not do what they requested: for the log only, callers see the plain error. */
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

/** A refusal that the caller is meant to read and act on: HTTP 200 with a code of the contract. */
export class BusinessError extends Error {
  override name = 'BusinessError'
  readonly code: BusinessCode
  /** What the caller needs to act on it, in the shape that the contract names for this code. */
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
} as const satisfies Partial<Record<GeneralKey, number>>

export type RequestFault = keyof typeof STATUS

/** A request that cannot be answered; its code is its HTTP status. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly key: RequestFault
  readonly status: (typeof STATUS)[RequestFault]
  /** What exactly is wrong, shown after the general words. */
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

/** For an item that is not there or not published. */
export function notFound(): RequestError {
  return new RequestError('not_found')
}

/** For an item that the caller may not use: to callers the same as one that is not there. */
export function notAllowed(denial: Denial): RequestError {
  return new RequestError('not_found', undefined, {}, denial)
}

/** Why an error refuses authorisation; undefined for other errors. */
export const readDenial = (error: unknown): Denial | undefined =>
  error instanceof RequestError || error instanceof BusinessError ? error.denial : undefined

/** The codes that name a state of the installation: trying again later may help. */
export type UnavailableCode = Extract<BusinessCode, 500408 | 500902 | 500903 | 500904>

/** The installation cannot serve this call at present: HTTP 503 with a code of the contract. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
  readonly code: UnavailableCode
  constructor(code: UnavailableCode, cause?: unknown) {
    super(`business code ${code}`, { cause })
    this.code = code
  }
}

/** The error of calls whose storage has a fault. */
export function createStorageError(fault: StorageFault | 'missing', cause?: unknown) {
  return new UnavailableError(fault === 'full' ? 500904 : 500903, cause)
}

/** The caller made more calls than are accepted: HTTP 429 with a code of the contract. */
export class TooManyCallsError extends Error {
  override name = 'TooManyCallsError'
  readonly code = TOO_MANY_CALLS
  /** Whole seconds after which the call is accepted, at least 1 (RFC 9110, 10.2.3). */
  readonly retryAfterSeconds: number
  constructor(waitMs: number) {
    super(`business code ${TOO_MANY_CALLS}`)
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  }
}
