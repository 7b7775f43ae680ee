import { endpoints } from '#api/index.ts'
import { writePath } from './question.ts'
import type { Question } from './question.ts'

export const DEADLINE_MS = 10_000

export type Reply =
  | { kind: 'json'; status: number; contentType: string; body: unknown }
  /** No answer that could be read. `isSilent` when there was none at all. */
  | { kind: 'problem'; text: string; isSilent: boolean }

export interface AskerOptions {
  baseUrl: string
  fetch: typeof globalThis.fetch
  deadlineMs: number
}

/** The innermost reason: fetch wraps what the system said. */
export function explainFailure(error: unknown, deadlineMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${deadlineMs / 1000} s`
  if (error instanceof AggregateError) return explainFailure(error.errors[0], deadlineMs)
  if (error.cause !== undefined) return explainFailure(error.cause, deadlineMs)
  return `cannot be reached: ${error.message}`
}

function writeHeaders({ lang, token }: Question): Record<string, string> {
  return {
    server: '1',
    lang,
    token: token ?? '',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

function readReply(text: string, { status, headers }: Response): Reply {
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

/** Whether a kept-alive connection was closed just when it was used again: nobody's fault. */
function isDropped(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOwn = 'code' in error && typeof error.code === 'string' && DROPPED.has(error.code)
  return isOwn || isDropped(error.cause)
}

/** Calls `send`, and once more when its connection was dropped. */
export async function sendAgainIfDropped(send: () => Promise<Response>): Promise<Response> {
  return send().catch((error: unknown) => {
    if (isDropped(error)) return send()
    throw error
  })
}

/** Makes the one way to ask an API under check: it follows no redirect and waits for ten seconds. */
export function createAsker({ baseUrl, fetch, deadlineMs }: AskerOptions) {
  async function send(question: Question): Promise<Response> {
    const { method } = endpoints[question.key]
    const isPost = method === 'POST'
    return fetch(baseUrl + writePath(question), {
      method,
      headers: {
        ...writeHeaders(question),
        ...(isPost ? { 'content-type': 'application/json' } : {}),
      },
      ...(isPost ? { body: JSON.stringify(question.body ?? {}) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
  }

  return async function ask(question: Question): Promise<Reply> {
    try {
      const response = await sendAgainIfDropped(() => send(question))
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400) {
        const text = `a redirect (HTTP ${response.status}) to ${location ?? 'nowhere'}`
        return { kind: 'problem', text, isSilent: false }
      }
      return readReply(await response.text(), response)
    } catch (error) {
      return { kind: 'problem', text: explainFailure(error, deadlineMs), isSilent: true }
    }
  }
}
