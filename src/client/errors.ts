/** The API answered with a code that no caller handles (spec section 8: rejected). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** No answer within the deadline. The message is the spec's Chinese text for "network timeout". */
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

/** Whether an API does not offer a call: what needs it is hidden. */
export const isMissingCall = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 404 || error.code === 405)
