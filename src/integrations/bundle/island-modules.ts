import { posix } from 'node:path'

/** Reads a script of the site by its path. */
export type ReadScript = (path: string) => string

const IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/** Lists scripts with all their static imports, without duplicates, in order of discovery. */
export function listWithImports(paths: readonly string[], readScript: ReadScript): string[] {
  const visited = new Set<string>()
  const visit = (path: string): void => {
    if (visited.has(path)) return
    visited.add(path)
    for (const [, target = ''] of readScript(path).matchAll(IMPORT)) {
      visit(posix.join(posix.dirname(path), target))
    }
  }
  for (const path of paths) visit(path)
  return [...visited]
}

const EAGER_ISLAND = /<astro-island\b[^>]*\sclient="(?:load|only)"[^>]*>/g
const SCRIPT = /\s(?:component|renderer)-url="([^"]+)"/g
/** Message files in the props of an island. */
const MESSAGES = /&quot;(\/[^&]+\.json)&quot;/g

/** By scripts, because most pages have the same islands. */
const modulePreloads = new WeakMap<ReadScript, Map<string, string>>()

/** Low priority, because style sheets and fonts are needed for the first paint. */
function renderModulePreloads(scripts: readonly string[], readScript: ReadScript): string {
  const cache = modulePreloads.get(readScript) ?? new Map<string, string>()
  modulePreloads.set(readScript, cache)
  const key = scripts.join(' ')
  const links =
    cache.get(key) ??
    listWithImports(scripts, readScript)
      .map((path) => `<link rel="modulepreload" fetchpriority="low" href="${path}">`)
      .join('')
  cache.set(key, links)
  return links
}

const renderMessagePreloads = (paths: readonly string[]): string =>
  [...new Set(paths)]
    .map(
      (path) =>
        `<link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="${path}">`,
    )
    .join('')

/**
 * Preloads the module graph and messages of a page's eager islands; otherwise the browser would discover
 * each import only after the previous script has loaded.
 * @returns the page with preload links; unchanged if it has no eager islands, or has preload links already
 */
export function preloadIslands(html: string, readScript: ReadScript): string {
  const islands = html.match(EAGER_ISLAND)
  if (!islands || html.includes('<link rel="modulepreload"')) return html
  const find = (pattern: RegExp) =>
    islands.flatMap((tag) => Array.from(tag.matchAll(pattern), ([, path = '']) => path))
  const links =
    renderModulePreloads(find(SCRIPT), readScript) + renderMessagePreloads(find(MESSAGES))
  return html.replace('</head>', `${links}</head>`)
}

const MODULE = /<script type="module" src="([^"]+)">/g
const SINGLE_IMPORT = /^import\s*["'](\.\/[^"']+\.js)["'];?$/

/**
 * Replaces scripts that only import another script by that script, which saves a request. They have low
 * priority, because the first paint does not need them.
 */
export function replaceForwardingScripts(html: string, readScript: ReadScript): string {
  return html.replace(MODULE, (tag, path: string) => {
    const [, target] = SINGLE_IMPORT.exec(readScript(path).trim()) ?? []
    if (target === undefined) return tag
    const src = posix.join(posix.dirname(path), target)
    return `<script type="module" fetchpriority="low" src="${src}">`
  })
}
