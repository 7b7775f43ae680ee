import { hash } from 'node:crypto'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { endpoints } from '#api/index.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'

export const READINESS = '/readyz'
const TIMEOUT_MS = 10_000
const AT_ONCE = 4
const ReadinessSchema = v.object({ content_version: v.union([v.string(), v.number()]) })
/** Response of an API that is not ready: the names of its failed checks, and the states of all checks. */
const NotReadySchema = v.object({
  failed: v.array(v.string()),
  checks: v.fallback(v.record(v.string(), v.string()), {}),
})
const ResponseSchema = v.object({ data: v.unknown() })

/**
 * Reads the version of the content. The embedded API returns it at `/readyz`; for other APIs it is a hash
 * over all public lists in all languages. That hash misses edits of item details, which webhooks report.
 * @throws when the API cannot be reached
 */
export async function readContentVersion(apiUrl: string): Promise<string> {
  const readiness = v.safeParse(ReadinessSchema, await fetchJson(apiUrl, READINESS))
  if (readiness.success) return String(readiness.output.content_version)
  const calls = listContentCalls()
  const limit = pLimit(AT_ONCE)
  const read = async ({ path, lang }: ContentCall) => {
    const response = v.safeParse(
      ResponseSchema,
      await fetchJson(apiUrl, path, { lang, server: '1' }),
    )
    return response.success ? JSON.stringify(response.output.data, withoutClock) : ''
  }
  // An API that does not respond gets no further calls.
  const lists = await limit.map(calls, read).finally(limit.clearQueue)
  if (lists.every((list) => list === '')) throw new Error(`${apiUrl} returns no content`)
  return hash('sha256', lists.join('\n'))
}

export interface ContentCall {
  path: string
  lang: string
}

/** Lists the GET endpoints that need neither login nor parameters, in each language of the site. */
export function listContentCalls(): ContentCall[] {
  const paths = Object.values(endpoints)
    .filter(
      ({ method, login, path }) => method === 'GET' && login !== 'required' && !path.includes('{'),
    )
    .filter(({ query }) => v.safeParse(query, {}).success)
    .map(({ path }) => path)
  return SITE_LOCALES.flatMap((lang) => paths.map((path) => ({ path, lang })))
}

/**
 * Reads a JSON response of an API; undefined for another response.
 * @throws when the API does not respond or is not ready
 */
export async function fetchJson(
  apiUrl: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const address = apiUrl + path
  const response = await fetch(address, { headers, signal }).catch((cause: unknown) => {
    throw new Error(`${address} does not respond`, { cause })
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (path === READINESS && response.status === 503) {
    throw new Error(`${address} is not ready${describeFailedChecks(body)}`)
  }
  return body
}

/** The failed checks in the response of an API that is not ready; empty if it names none. */
export function describeFailedChecks(body: unknown): string {
  const result = v.safeParse(NotReadySchema, body)
  if (!result.success || result.output.failed.length === 0) return ''
  const { failed, checks } = result.output
  const describe = (name: string) => (name in checks ? `${name} (${checks[name]})` : name)
  return `: ${failed.map(describe).join(', ')}`
}

function withoutClock(key: string, value: unknown): unknown {
  return key === 'server_time' ? undefined : value
}
