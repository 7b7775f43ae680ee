import { mapLimited } from '#scripts/lib/map-limited.ts'
import type { Named, Walk } from './create-walk.ts'
import { explainFailure, sendAgainIfDropped } from './create-asker.ts'
import type { Media } from './find-media.ts'
import { pickSome } from './json.ts'

const MAX_FILES = 60
/** A host that does not answer HEAD may still answer GET. */
const NO_HEAD = new Set([400, 403, 405, 501])

export interface MediaOptions {
  baseUrl: string
  /** `viewurl` of the init data. */
  viewUrl: string
  fetch: typeof globalThis.fetch
  deadlineMs: number
}

function resolveUrl(url: string, { baseUrl, viewUrl }: MediaOptions): URL | null {
  return URL.parse(url, URL.parse(viewUrl, `${baseUrl}/`) ?? undefined)
}

async function askFor(url: URL, { fetch, deadlineMs }: MediaOptions): Promise<Response> {
  const ask = async (method: string, headers: Record<string, string> = {}) => {
    const response = await sendAgainIfDropped(() =>
      fetch(url.href, { method, headers, signal: AbortSignal.timeout(deadlineMs) }),
    )
    await response.body?.cancel()
    return response
  }
  const head = await ask('HEAD')
  return NO_HEAD.has(head.status) ? ask('GET', { range: 'bytes=0-0' }) : head
}

/** What is wrong with a file, or null. */
async function findFault({ type, url }: Media, options: MediaOptions): Promise<string | null> {
  const target = resolveUrl(url, options)
  if (!target) return `the address ${url}`
  try {
    const response = await askFor(target, options)
    const contentType = response.headers.get('content-type') ?? 'no content-type'
    if (!response.ok) return `HTTP ${response.status} at ${target.href}`
    const isRight = type === 'file' || contentType.startsWith(`${type}/`)
    return isRight ? null : `${contentType} at ${target.href}`
  } catch (error) {
    return `${explainFailure(error, options.deadlineMs)} at ${target.href}`
  }
}

/** Asks for files that answers name, at most sixty of them. */
export async function checkMedia(walk: Walk, options: MediaOptions): Promise<void> {
  const firsts = new Map<string, Named<Media>>()
  for (const named of walk.media) {
    const key = `${named.type} ${named.url}`
    if (!firsts.has(key)) firsts.set(key, named)
  }
  await mapLimited(pickSome([...firsts.values()], MAX_FILES), 4, async (named) => {
    walk.count.calls += 1
    const got = await findFault(named, options)
    if (got === null) return
    const expected = named.type === 'file' ? 'a file' : `a file of type ${named.type}`
    walk.report(named.question, [{ path: named.path, expected, got }])
  })
}
