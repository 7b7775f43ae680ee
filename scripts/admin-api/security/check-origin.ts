import { RequestError } from '../errors.ts'

interface Caller {
  /** `Origin` header. */
  origin: string | undefined
  /** `Sec-Fetch-Site` header. */
  fetchSite: string | undefined
  /** Host that the browser asked: the proxy's word, else the `Host` header. */
  host: string | undefined
}

const foreignOrigin = () =>
  new RequestError('foreign_origin', undefined, {}, 'write from another site')

/**
 * Refuses writes that another site makes a browser send. Calls without these headers come from no
 * browser. @throws RequestError foreign_origin (403)
 */
export function checkOrigin(
  { origin, fetchSite, host }: Caller,
  siteUrl: string | undefined,
): void {
  if (fetchSite === 'cross-site') throw foreignOrigin()
  if (origin === undefined) return
  if (siteUrl !== undefined && origin === new URL(siteUrl).origin) return
  // A hidden origin (`null`) has no host; neither has a call in HTTP 1.0.
  const from = URL.parse(origin)?.host
  if (from === undefined || from !== host) throw foreignOrigin()
}
