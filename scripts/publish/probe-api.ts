import pLimit from 'p-limit'
import * as v from 'valibot'
import { classifyCode, readCode } from '#api/envelope.ts'
import { getInit } from '#api/site.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { describeError } from '../lib/describe-error.ts'
import {
  describeFailedChecks,
  listContentCalls,
  READINESS,
  type ContentCall,
} from './read-content-version.ts'

/** Whether a build can read an API. A reason names the call and its response. */
export type ApiState =
  | { kind: 'ready' }
  /** A transient cause: a restart, an overload, a lost connection. */
  | { kind: 'unavailable'; reason: string }
  /** A permanent cause: another program responds, or the address is wrong. */
  | { kind: 'unusable'; reason: string }

const READY: ApiState = { kind: 'ready' }
const unavailable = (reason: string): ApiState => ({ kind: 'unavailable', reason })
const TIMEOUT_MS = 10_000
const AT_ONCE = 4
const REQUEST_TIMEOUT = 408
const TOO_MANY_REQUESTS = 429

/** Transient connection errors (errno(3), undici); others concern the address or its certificate. */
const TRANSIENT_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // The host name of a container resolves once the container runs.
  'ENOTFOUND',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const CodedSchema = v.object({ code: v.string() })

const isTransientCode = (code: number) =>
  code === REQUEST_TIMEOUT || code === TOO_MANY_REQUESTS || (code >= 500 && code < 600)

function explainNoResponse(address: string, error: unknown): ApiState {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return unavailable(`${address} does not respond within ${TIMEOUT_MS / 1000} s`)
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (v.is(CodedSchema, cause) && TRANSIENT_ERRORS.has(cause.code)) {
    return unavailable(`${address} does not respond (${cause.code})`)
  }
  return { kind: 'unusable', reason: `${address} is not reachable: ${describeError(error)}` }
}

/** Probes one call. Only init data, at a fixed address, shows whether this is an admin API at all. */
async function probeCall(apiUrl: string, { path, lang }: ContentCall): Promise<ApiState> {
  const address = apiUrl + path
  const call = `GET ${address}`
  let response: Response
  let text: string
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const headers = { lang, server: '1' }
    response = await fetch(address, { headers, signal, redirect: 'manual' })
    text = await response.text()
  } catch (error) {
    return explainNoResponse(call, error)
  }
  const body = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (path === READINESS) {
    if (response.status !== 503) return READY
    return unavailable(`${call} is not ready${describeFailedChecks(body.output)}`)
  }
  const code = readCode(body.success ? body.output : undefined, response.status)
  if (isTransientCode(code)) return unavailable(`${call} (${lang}) responds ${code}`)
  if (path !== getInit.path || (body.success && classifyCode(code) === 'success')) return READY
  const target = response.headers.get('location')
  const type = response.headers.get('content-type') ?? 'no type'
  const form = body.success ? '' : ` with ${target === null ? type : `a redirect to ${target}`}`
  return { kind: 'unusable', reason: `${call} (${lang}) responds ${code}${form}` }
}

/**
 * Sends the requests of every build: readiness, init data, all public lists.
 * @returns the first state that is not ready
 */
export async function probeApi(apiUrl: string): Promise<ApiState> {
  const calls = listContentCalls()
  const isInit = ({ path }: ContentCall) => path === getInit.path
  for (const call of [{ path: READINESS, lang: SITE_LOCALES[0] }, ...calls.filter(isInit)]) {
    const state = await probeCall(apiUrl, call)
    if (state.kind !== 'ready') return state
  }
  const others = calls.filter((call) => !isInit(call))
  const states = await pLimit(AT_ONCE).map(others, (call) => probeCall(apiUrl, call))
  return states.find(({ kind }) => kind !== 'ready') ?? READY
}
