import { endpoints } from '#api/index.ts'
import { writePath, type CompleteCall } from './api-call.ts'

export const DEADLINE_MS = 10_000

export type CallResponse =
  | { kind: 'json'; status: number; contentType: string; body: unknown }
  /** An unreadable response, or no response (`isSilent`). */
  | { kind: 'problem'; text: string; isSilent: boolean }

export interface CallerOptions {
  baseUrl: string
  fetch: typeof globalThis.fetch
  deadlineMs: number
  /** Cookies that are sent with the token. */
  cookie: string | null
}

/** Explains why a request failed, by the innermost error: fetch wraps system errors. */
export function explainFailure(error: unknown, deadlineMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${deadlineMs / 1000} s`
  if (error instanceof AggregateError) return explainFailure(error.errors[0], deadlineMs)
  if (error.cause !== undefined) return explainFailure(error.cause, deadlineMs)
  return `cannot be reached: ${error.message}`
}

function writeHeaders(
  { lang, token }: CompleteCall,
  cookie: string | null,
): Record<string, string> {
  return {
    server: '1',
    lang,
    token: token ?? '',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(token && cookie !== null ? { cookie } : {}),
  }
}

function parseResponse(text: string, { status, headers }: Response): CallResponse {
  const contentType = headers.get('content-type') ?? ''
  try {
    return { kind: 'json', status, contentType, body: JSON.parse(text) }
  } catch {
    const what = /^\s*</.test(text) ? 'HTML instead of JSON' : 'no JSON'
    const start = JSON.stringify(text.trim().slice(0, 40))
    return { kind: 'problem', text: `${what} (HTTP ${status}, starts ${start})`, isSilent: false }
  }
}

const DROPPED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Whether a keep-alive connection was closed just when it was reused, which is not a fault of the API. */
function isDropped(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOwn = 'code' in error && typeof error.code === 'string' && DROPPED.has(error.code)
  return isOwn || isDropped(error.cause)
}

/** Sends a request, and retries once when its connection was dropped. */
export async function retryIfDropped(send: () => Promise<Response>): Promise<Response> {
  return send().catch((error: unknown) => {
    if (isDropped(error)) return send()
    throw error
  })
}

/** Creates the client for the checked API, which does not follow redirects. */
export function createCaller({ baseUrl, fetch, deadlineMs, cookie }: CallerOptions) {
  async function send(call: CompleteCall): Promise<Response> {
    const { method } = endpoints[call.key]
    const isPost = method === 'POST'
    return fetch(baseUrl + writePath(call), {
      method,
      headers: {
        ...writeHeaders(call, cookie),
        ...(isPost ? { 'content-type': 'application/json' } : {}),
      },
      ...(isPost ? { body: JSON.stringify(call.body ?? {}) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
  }

  return async function request(call: CompleteCall): Promise<CallResponse> {
    try {
      const response = await retryIfDropped(() => send(call))
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400) {
        const text = `a redirect (HTTP ${response.status}) to ${location ?? 'nowhere'}`
        return { kind: 'problem', text, isSilent: false }
      }
      return parseResponse(await response.text(), response)
    } catch (error) {
      return { kind: 'problem', text: explainFailure(error, deadlineMs), isSilent: true }
    }
  }
}
