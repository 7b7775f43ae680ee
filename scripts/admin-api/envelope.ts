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

/** The response to a failed call. Unexpected errors are reported without details. */
export function createErrorResponse(error: unknown, lang: Locale, now: number): ApiResponse {
  const time = seconds(now)
  if (error instanceof BusinessError) {
    const { code, data } = error
    const envelope = { code, msg: getBusinessText(code, lang), time, data }
    return { status: 200, envelope, headers: {} }
  }
  if (error instanceof UnavailableError || error instanceof TooManyCallsError) {
    const { status, code, retryAfterSeconds } = error
    const envelope = { code, msg: getBusinessText(code, lang), time, data: null }
    return { status, envelope, headers: { 'retry-after': String(retryAfterSeconds) } }
  }
  if (error instanceof RequestError) {
    const { key, status, detail, headers } = error
    const msg = getGeneralText(key, lang, detail)
    return { status, envelope: { code: status, msg, time, data: null }, headers }
  }
  const msg = getGeneralText('server_error', lang)
  return { status: 500, envelope: { code: 500, msg, time, data: null }, headers: {} }
}
