import { stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { readCacheClass } from './file-kinds.ts'

const PAGES = new Set<string>(ROUTES.map(({ path }) => path))
const PREFIXES = ['/api/', '/hooks/', '/media/', '/images/', '/fonts/', '/files/', '/_astro/']
const OWN = new Set(['/healthz', '/readyz', '/readyz/pages'])

/** The route of a path for metrics: one of a fixed set for any request. */
export function labelRoute(path: string): string {
  const page = stripLocale(path)
  if (PAGES.has(page)) return page
  if (OWN.has(path)) return path
  const prefix = PREFIXES.find((one) => path.startsWith(one))
  if (prefix !== undefined) return `${prefix}*`
  return readCacheClass(path) === 'site' ? 'site file' : 'other'
}
