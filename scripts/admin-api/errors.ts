import type { BusinessCode } from '#api/codes.ts'
import type { GeneralKey } from './messages.ts'

/** A refusal that the caller is meant to read and act on: HTTP 200 with a code of the contract. */
export class BusinessError extends Error {
  override name = 'BusinessError'
  readonly code: BusinessCode
  /** What the caller needs to act on it, in the shape that the contract names for this code. */
  readonly data: object | null
  constructor(code: BusinessCode, data: object | null = null) {
    super(`business code ${code}`)
    this.code = code
    this.data = data
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
  constructor(key: RequestFault, detail?: string, headers: Record<string, string> = {}) {
    super(detail === undefined ? key : `${key}: ${detail}`)
    this.key = key
    this.status = STATUS[key]
    this.detail = detail
    this.headers = headers
  }
}

/** For an item that is not there or not published. */
export function notFound(): RequestError {
  return new RequestError('not_found')
}

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
