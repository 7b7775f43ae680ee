import { posix } from 'node:path'

/** Reads a script of the site by its path. */
export type ReadScript = (path: string) => string

const IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/** Lists scripts with all their static imports, without duplicates, in order of discovery. */
export function withImports(paths: readonly string[], readScript: ReadScript): string[] {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    for (const [, target = ''] of readScript(path).matchAll(IMPORT)) {
      visit(posix.join(posix.dirname(path), target))
    }
  }
  for (const path of paths) visit(path)
  return [...found]
}

const EAGER_ISLAND = /<astro-island\b[^>]*\sclient="(?:load|only)"[^>]*>/g
const SCRIPT = /\s(?:component|renderer)-url="([^"]+)"/g
/** Message files in the props of an island. */
const MESSAGES = /&quot;(\/[^&]+\.json)&quot;/g

/**
 * Memoises a function of scripts, because most pages have the same islands as others.
 */
function memoizeByScripts<T>(
  work: (paths: readonly string[], readScript: ReadScript) => T,
): typeof work {
  const kept = new WeakMap<ReadScript, Map<string, T>>()
  return (paths, readScript) => {
    const known = kept.get(readScript) ?? new Map<string, T>()
    kept.set(readScript, known)
    const key = paths.join(' ')
    const found = known.get(key) ?? work(paths, readScript)
    known.set(key, found)
    return found
  }
}

/** Low priority, because style sheets and fonts are needed for the first paint. */
const printLinks = memoizeByScripts((scripts, readScript) =>
  withImports(scripts, readScript)
    .map((path) => `<link rel="modulepreload" fetchpriority="low" href="${path}">`)
    .join(''),
)

const printMessages = (paths: readonly string[]): string =>
  [...new Set(paths)]
    .map(
      (path) =>
        `<link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="${path}">`,
    )
    .join('')

/**
 * Preloads the module graph and messages of a page's eager islands; otherwise the browser would discover
 * each import only after the previous script has loaded.
 * @returns the page with preload links; unchanged without eager islands or if it has links already
 */
export function preloadIslands(html: string, readScript: ReadScript): string {
  const islands = html.match(EAGER_ISLAND)
  if (!islands || html.includes('<link rel="modulepreload"')) return html
  const find = (pattern: RegExp) =>
    islands.flatMap((tag) => Array.from(tag.matchAll(pattern), ([, path = '']) => path))
  const links = printLinks(find(SCRIPT), readScript) + printMessages(find(MESSAGES))
  return html.replace('</head>', `${links}</head>`)
}

const MODULE = /<script type="module" src="([^"]+)">/g
const SINGLE_IMPORT = /^import\s*["'](\.\/[^"']+\.js)["'];?$/

/**
 * Replaces scripts that only import another one by that script, which saves a request. Low priority,
 * after everything that the first paint needs.
 */
export function skipForwarders(html: string, readScript: ReadScript): string {
  return html.replace(MODULE, (tag, path: string) => {
    const [, target] = SINGLE_IMPORT.exec(readScript(path).trim()) ?? []
    if (target === undefined) return tag
    const src = posix.join(posix.dirname(path), target)
    return `<script type="module" fetchpriority="low" src="${src}">`
  })
}
