import type { BusinessCode } from '#api/codes.ts'
import type { Envelope } from '#api/envelope.ts'
import type { Locale } from '#api/language.ts'
import { BusinessError, RequestError, TooManyCallsError, UnavailableError } from './errors.ts'
import { sayBusiness, sayGeneral } from './error-texts.ts'

export interface Answer {
  status: 200 | 429 | 500 | 503 | RequestError['status']
  envelope: Envelope
  headers: Record<string, string>
}

const seconds = (now: number) => Math.floor(now / 1000)

export function answerData(data: unknown, now: number): Answer {
  return { status: 200, envelope: { code: 200, msg: 'ok', time: seconds(now), data }, headers: {} }
}

function answerBusiness({ code, data }: BusinessError, lang: Locale, now: number): Answer {
  const msg = sayBusiness(code, lang)
  return { status: 200, envelope: { code, msg, time: seconds(now), data }, headers: {} }
}

const RETRY_AFTER_SECONDS = 60

/** The answer to a call that may be repeated after some seconds. */
function answerLater(
  { status, code, retryAfter }: { status: 429 | 503; code: BusinessCode; retryAfter: number },
  lang: Locale,
  now: number,
): Answer {
  const envelope = { code, msg: sayBusiness(code, lang), time: seconds(now), data: null }
  return { status, envelope, headers: { 'retry-after': String(retryAfter) } }
}

/** The answer to a failed call. An unexpected error tells the caller nothing about itself. */
export function answerError(error: unknown, lang: Locale, now: number): Answer {
  if (error instanceof BusinessError) return answerBusiness(error, lang, now)
  if (error instanceof UnavailableError) {
    const { code } = error
    return answerLater({ status: 503, code, retryAfter: RETRY_AFTER_SECONDS }, lang, now)
  }
  if (error instanceof TooManyCallsError) {
    const { code, retryAfterSeconds } = error
    return answerLater({ status: 429, code, retryAfter: retryAfterSeconds }, lang, now)
  }
  const time = seconds(now)
  if (error instanceof RequestError) {
    const { key, status, detail, headers } = error
    const msg = sayGeneral(key, lang, detail)
    return { status, envelope: { code: status, msg, time, data: null }, headers }
  }
  const msg = sayGeneral('server_error', lang)
  return { status: 500, envelope: { code: 500, msg, time, data: null }, headers: {} }
}
