import type { Plugin } from 'vite'

/** Islands that stand on one page; every other island has its page for itself. */
const TOGETHER = [/\/islands\/(search)\/Search/, /\/islands\/course\/(Booking)/]

/** What may be there twice: our own modules, and small libraries that keep nothing between pages. */
const MAY_BE_COPIED = [
  /\/src\/(?:api|client|i18n|islands|stores)\/.*\.tsx?$/,
  /\/node_modules\/(?:valibot|ofetch|nanostores|@nanostores\/\w+|idb-keyval|react-hook-form)\//,
]
const ISLAND = /\/src\/islands\/(?:.*\/)?(\w+)\.tsx$/
const COPY = /\?of=(\w+)/

const nameOf = (island: string): string | undefined =>
  TOGETHER.map((page) => page.exec(island)?.[1]).find((name) => name !== undefined) ??
  ISLAND.exec(island)?.[1]

/** The page whose copy a module is; undefined for what all pages share. */
export const ownerOf = (id: string): string | undefined => COPY.exec(id)?.[1]

/** What a bundler knows of a module: who imports it at the top, and whether a page asks for it. */
type ModuleOf = (id: string) => { isEntry: boolean; importers: readonly string[] } | null

/** The islands that load a module as they start, not on use. */
export function islandsThatStartWith(id: string, moduleOf: ModuleOf): string[] {
  const seen = new Set<string>()
  const islands = new Set<string>()
  const visit = (one: string): void => {
    if (seen.has(one)) return
    seen.add(one)
    const module = moduleOf(one)
    if (module?.isEntry && ISLAND.test(one)) islands.add(one)
    for (const importer of module?.importers ?? []) visit(importer)
  }
  visit(id)
  return [...islands].toSorted()
}

/**
 * Gives every page with islands its own copies of what its islands import beside the shared part of
 * the program. A module that several pages share would be a small file of its own or lie in one that
 * holds more than a page needs; a copy lies in the one file of its page, without what is not used there.
 * @param isShared modules that are there once for all pages: those with a state that others know
 */
export function ownCopies(isShared: (id: string) => boolean): Plugin {
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (importer === undefined) return null
      const isIsland = ISLAND.test(importer) && this.getModuleInfo(importer)?.isEntry
      const owner = isIsland ? nameOf(importer) : ownerOf(importer)
      if (owner === undefined) return null
      const found = await this.resolve(source, importer.replace(/\?.*$/, ''), {
        ...options,
        skipSelf: true,
      })
      if (!found || found.external || isShared(found.id)) return found
      if (!MAY_BE_COPIED.some((kind) => kind.test(found.id))) return found
      // The end tells the language, as Vite's own ids do.
      const ending = found.id.split('.').at(-1)
      return { ...found, id: `${found.id}?of=${owner}&lang.${ending}` }
    },
  }
}
