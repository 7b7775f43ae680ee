import { stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { readCacheClass } from './file-kinds.ts'

const PAGES = new Set<string>(ROUTES.map(({ path }) => path))
const PREFIXES = ['/api/', '/hooks/', '/media/', '/images/', '/fonts/', '/files/', '/_astro/']
const PROBES = new Set(['/healthz', '/readyz', '/readyz/pages'])

/** The route label of a path in metrics, from a fixed set, so that the number of series is bounded. */
export function labelRoute(path: string): string {
  const page = stripLocale(path)
  if (PAGES.has(page)) return page
  if (PROBES.has(path)) return path
  const prefix = PREFIXES.find((folder) => path.startsWith(folder))
  if (prefix !== undefined) return `${prefix}*`
  return readCacheClass(path) === 'site' ? 'site file' : 'other'
}
