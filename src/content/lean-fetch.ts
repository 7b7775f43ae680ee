import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const HELPERS = /^(?:ufo|destr)$/

/**
 * Gives ofetch in browsers small modules of ours for its two helpers: they read addresses and JSON of
 * any kind by hand, for which browsers have `URLSearchParams` and `JSON`.
 */
export function leanFetch(): Plugin {
  return {
    name: 'lean-fetch',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: HELPERS },
      handler: (source, importer) =>
        importer?.includes('/node_modules/ofetch/')
          ? resolve(`src/client/ofetch/${source}.ts`)
          : null,
    },
  }
}
