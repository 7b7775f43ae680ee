import type { Walk } from './create-walk.ts'
import { explainFailure, retryIfDropped, type CallerOptions } from './create-caller.ts'
import type { Media } from './find-media.ts'
import { pickFirstOfEach, pickSome } from './json.ts'

const MAX_FILES = 60
/** Statuses for HEAD after which GET is tried, because a host may support only GET. */
const HEAD_REJECTED = new Set([400, 403, 405, 501])

interface MediaOptions extends Omit<CallerOptions, 'cookie'> {
  /** `viewurl` of the init data. */
  viewUrl: string
}

function resolveUrl(url: string, { baseUrl, viewUrl }: MediaOptions): URL | null {
  return URL.parse(url, URL.parse(viewUrl, `${baseUrl}/`) ?? undefined)
}

async function requestFile(url: URL, { fetch, deadlineMs }: MediaOptions): Promise<Response> {
  const send = async (method: string, headers: Record<string, string> = {}) => {
    const response = await retryIfDropped(() =>
      fetch(url.href, { method, headers, signal: AbortSignal.timeout(deadlineMs) }),
    )
    await response.body?.cancel()
    return response
  }
  const head = await send('HEAD')
  return HEAD_REJECTED.has(head.status) ? send('GET', { range: 'bytes=0-0' }) : head
}

/** Finds the fault of a media file; null if there is none. */
async function findFault({ type, url }: Media, options: MediaOptions): Promise<string | null> {
  const target = resolveUrl(url, options)
  if (!target) return `the address ${url}`
  try {
    const response = await requestFile(target, options)
    const contentType = response.headers.get('content-type') ?? 'no content-type'
    if (!response.ok) return `HTTP ${response.status} at ${target.href}`
    const isExpectedType = type === 'file' || contentType.startsWith(`${type}/`)
    return isExpectedType ? null : `${contentType} at ${target.href}`
  } catch (error) {
    return `${explainFailure(error, options.deadlineMs)} at ${target.href}`
  }
}

/** Checks the media files in responses, at most sixty of them. */
export async function checkMedia(walk: Walk, options: MediaOptions): Promise<void> {
  const distinct = pickFirstOfEach(walk.media, ({ type, url }) => `${type} ${url}`)
  await walk.forEach(pickSome(distinct, MAX_FILES), async (named) => {
    walk.count.calls += 1
    const got = await findFault(named, options)
    if (got === null) return
    const expected = named.type === 'file' ? 'a file' : `a file of type ${named.type}`
    walk.report(named.call, [{ path: named.path, expected, got }])
  })
}
