import { RequestError } from '../errors.ts'

interface Caller {
  /** `Origin` header. */
  origin: string | undefined
  /** `Sec-Fetch-Site` header. */
  fetchSite: string | undefined
  /** Host that the browser requested: `X-Forwarded-Host`, else `Host`. */
  host: string | undefined
}

const createOriginError = () =>
  new RequestError('foreign_origin', undefined, {}, 'write from another site')

/**
 * Refuses cross-site writes (CSRF). Calls without these headers do not come from a browser and are
 * accepted.
 * @throws RequestError foreign_origin (403)
 */
export function checkOrigin(
  { origin, fetchSite, host }: Caller,
  siteUrl: string | undefined,
): void {
  if (fetchSite === 'cross-site') throw createOriginError()
  if (origin === undefined) return
  if (siteUrl !== undefined && origin === new URL(siteUrl).origin) return
  // An opaque origin (`null`) has no host; an HTTP/1.0 request has no `Host` header.
  const from = URL.parse(origin)?.host
  if (from === undefined || from !== host) throw createOriginError()
}
