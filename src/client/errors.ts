/** The API returned a code that callers do not handle (spec section 8: rejected). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  /** Whether the code is from the body, and not the HTTP status, which may be a proxy's. */
  readonly isFromBody: boolean
  constructor(code: number, message: string, isFromBody = true) {
    super(message)
    this.code = code
    this.isFromBody = isFromBody
  }
}

/** The API refused a call whose caller shows the reason (spec section 8: passed through). */
export class RefusalError extends ApiError {
  override name = 'RefusalError'
}

/** No response within the deadline. The message is the spec's Chinese text for "network timeout". */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
  constructor(cause: unknown) {
    super('网络超时', { cause })
  }
}

/** No connection. The message is the spec's Chinese text for "network abnormal". */
export class NetworkError extends Error {
  override name = 'NetworkError'
  constructor(cause: unknown) {
    super('网络异常', { cause })
  }
}

/** Whether the site responded with 502 for an unreachable API: the visitor's connection works. */
export const isServiceDown = (error: unknown): boolean =>
  error instanceof NetworkError && error.cause instanceof ApiError

/** Whether the API has no such item, or not for this visitor. A 404 of a misconfigured proxy does not count. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 404 && error.isFromBody

/** Whether the API lacks an optional endpoint; features that need it are hidden. */
export const isMissingEndpoint = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 404 || error.code === 405)
