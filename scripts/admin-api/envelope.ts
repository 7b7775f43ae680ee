import type { BusinessCode } from '#api/codes.ts'
import type { Envelope } from '#api/envelope.ts'
import type { Locale } from '#api/language.ts'
import { BusinessError, RequestError, TooManyCallsError, UnavailableError } from './errors.ts'
import { getBusinessText, getGeneralText } from './error-texts.ts'

export interface ApiResponse {
  status: 200 | 429 | 500 | 503 | RequestError['status']
  envelope: Envelope
  headers: Record<string, string>
}

const seconds = (now: number) => Math.floor(now / 1000)

export function createDataResponse(data: unknown, now: number): ApiResponse {
  return { status: 200, envelope: { code: 200, msg: 'ok', time: seconds(now), data }, headers: {} }
}

function createBusinessResponse(
  { code, data }: BusinessError,
  lang: Locale,
  now: number,
): ApiResponse {
  const msg = getBusinessText(code, lang)
  return { status: 200, envelope: { code, msg, time: seconds(now), data }, headers: {} }
}

const RETRY_AFTER_SECONDS = 60

/** A response with `Retry-After`. */
function createRetryResponse(
  { status, code, retryAfter }: { status: 429 | 503; code: BusinessCode; retryAfter: number },
  lang: Locale,
  now: number,
): ApiResponse {
  const envelope = { code, msg: getBusinessText(code, lang), time: seconds(now), data: null }
  return { status, envelope, headers: { 'retry-after': String(retryAfter) } }
}

/** The response to a failed call. Unexpected errors are reported without details. */
export function createErrorResponse(error: unknown, lang: Locale, now: number): ApiResponse {
  if (error instanceof BusinessError) return createBusinessResponse(error, lang, now)
  if (error instanceof UnavailableError) {
    const { code } = error
    return createRetryResponse({ status: 503, code, retryAfter: RETRY_AFTER_SECONDS }, lang, now)
  }
  if (error instanceof TooManyCallsError) {
    const { code, retryAfterSeconds } = error
    return createRetryResponse({ status: 429, code, retryAfter: retryAfterSeconds }, lang, now)
  }
  const time = seconds(now)
  if (error instanceof RequestError) {
    const { key, status, detail, headers } = error
    const msg = getGeneralText(key, lang, detail)
    return { status, envelope: { code: status, msg, time, data: null }, headers }
  }
  const msg = getGeneralText('server_error', lang)
  return { status: 500, envelope: { code: 500, msg, time, data: null }, headers: {} }
}
