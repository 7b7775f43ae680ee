import { stripLocale } from '#i18n/paths.ts'
import { DOWNLOADS, type CacheClass } from './file-kinds.ts'
import type { SiteFile } from './manifest.ts'

export type HeaderRecord = Readonly<Record<string, string>>

/** Whether the public address uses https, and whether HSTS includes subdomains. */
export type HttpsPolicy = false | { includeSubDomains: boolean }

const HSTS_SECONDS = 365 * 24 * 3600

const CACHE_CONTROL: Record<CacheClass, string> = {
  immutable: 'public, max-age=31536000, immutable',
  page: 'no-cache',
  site: 'public, max-age=3600',
  download: 'public, max-age=86400',
}

/** Long-form pages for embedding: any site may show them in a frame. */
const EMBEDDABLE = ['/course/custom-el', '/news/custom-el']
/** The page that uses the camera to scan tickets. */
const CAMERA = '/code/code'
/** Policy of legal texts and SVG pictures, which are content of the organisation: no scripts, no forms. */
const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox"

/** Headers of all responses except proxied ones. */
export function getSecurityHeaders(https: HttpsPolicy): HeaderRecord {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-site',
    ...(https && { 'Strict-Transport-Security': formatStrictTransport(https) }),
  }
}

function formatStrictTransport({ includeSubDomains }: { includeSubDomains: boolean }): string {
  return `max-age=${HSTS_SECONDS}${includeSubDomains ? '; includeSubDomains' : ''}`
}

/** Headers of a file: caching, security and the headers from the build. */
export function getFileHeaders(file: SiteFile, https: HttpsPolicy): HeaderRecord {
  // `getDocumentPolicy` completes the policy from the build.
  const { 'content-security-policy': _policy, ...others } = file.headers
  return {
    ...getSecurityHeaders(https),
    'Content-Type': file.type,
    'Cache-Control': CACHE_CONTROL[file.cacheClass],
    ...(file.encodings.length > 0 && { Vary: 'Accept-Encoding' }),
    ...others,
    ...(file.type.startsWith('text/html') && getDocumentHeaders(file, https)),
    ...(file.type.startsWith('image/svg') && { 'Content-Security-Policy': SANDBOX_POLICY }),
  }
}

function getDocumentHeaders(file: SiteFile, https: HttpsPolicy): HeaderRecord {
  const camera = isPageOf(file.path, CAMERA) ? '(self)' : '()'
  return {
    'Content-Security-Policy': getDocumentPolicy(file, https),
    'Permissions-Policy': `camera=${camera}, geolocation=(), microphone=(), payment=(), identity-credentials-get=(self)`,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  }
}

/** The policy from the build plus directives that do not work in a `<meta>` element. */
function getDocumentPolicy(file: SiteFile, https: HttpsPolicy): string {
  if (file.path.startsWith(DOWNLOADS)) return SANDBOX_POLICY
  const built = file.headers['content-security-policy'] ?? "object-src 'none'; base-uri 'none'"
  const directives = built
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '')
  if (!directives.some((directive) => directive.startsWith('frame-ancestors'))) {
    const embeddable = EMBEDDABLE.some((route) => isPageOf(file.path, route))
    directives.push(`frame-ancestors ${embeddable ? '*' : "'none'"}`)
  }
  // On plain http (a laptop, a phone in the same network) upgrading requests would break every link.
  if (https) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

function isPageOf(file: string, route: string): boolean {
  const page = stripLocale(file)
  return page === `${route}.html` || page.startsWith(`${route}/`)
}
