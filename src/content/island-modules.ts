import { posix } from 'node:path'

/** The text of a script of the site by its path. */
export type ReadScript = (path: string) => string

const IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/** Scripts and all that they import before they run, each once, in the order in which they are met. */
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

const ISLAND_AT_ONCE = /<astro-island\b[^>]*\sclient="(?:load|only)"[^>]*>/g
const SCRIPT = /\s(?:component|renderer)-url="([^"]+)"/g

/**
 * Works something out of scripts once for all pages: most have the islands of others.
 * @param work given the paths of scripts, and how to read them
 */
export function oncePerScripts<T>(
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

/** Style sheets and fonts come first: nothing is painted without them. */
const printLinks = oncePerScripts((scripts, readScript) =>
  withImports(scripts, readScript)
    .map((path) => `<link rel="modulepreload" fetchpriority="low" href="${path}">`)
    .join(''),
)

/**
 * Has a page ask at once for the scripts of the islands that come to life at once: the browser would
 * find them one after the other, each import when the script before it has come.
 * @returns the page with links in its head; as it was, when it has no such island or has them already
 */
export function preloadIslands(html: string, readScript: ReadScript): string {
  const islands = html.match(ISLAND_AT_ONCE)
  if (!islands || html.includes('<link rel="modulepreload"')) return html
  const scripts = islands.flatMap((tag) =>
    Array.from(tag.matchAll(SCRIPT), ([, path = '']) => path),
  )
  return html.replace('</head>', `${printLinks(scripts, readScript)}</head>`)
}

const MODULE = /<script type="module" src="([^"]+)">/g
const FORWARDED = /^import\s*["'](\.\/[^"']+\.js)["'];?$/

/**
 * Names the script itself where a page asks for one that only imports it: one file less to wait for.
 * It comes behind what the page is painted with.
 */
export function skipForwarders(html: string, readScript: ReadScript): string {
  return html.replace(MODULE, (tag, path: string) => {
    const [, target] = FORWARDED.exec(readScript(path).trim()) ?? []
    if (target === undefined) return tag
    const src = posix.join(posix.dirname(path), target)
    return `<script type="module" fetchpriority="low" src="${src}">`
  })
}
