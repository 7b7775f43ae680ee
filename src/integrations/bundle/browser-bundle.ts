import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Modules that every page with islands loads: React, its renderer and the session store. */
const RUNTIME =
  /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|nanostores|@nanostores)\/|\/src\/stores\/session\.ts/

/** Modules imported by at least this many chunks go into one shared chunk instead of a small file each. */
const MIN_SHARE_COUNT = 14

/**
 * Splits the browser bundle: one chunk for modules of all pages with islands and one for widely shared
 * modules, both cached across pages. The bundler splits the rest.
 */
export function browserBundle(): Plugin {
  return {
    name: 'browser-bundle',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'client') return undefined
      return {
        build: {
          // Lazy chunks share nearly all dependencies with the page, so preload lists would cost more
          // than they save.
          modulePreload: {
            polyfill: false,
            resolveDependencies: (_file, dependencies) =>
              dependencies.filter((file) => file.endsWith('.css')),
          },
          rolldownOptions: {
            // Lazy chunks import from the chunk of their island.
            preserveEntrySignatures: 'allow-extension',
            // Our getters have no side effects, so unused reads such as `...Schema.entries` can be dropped.
            treeshake: { propertyReadSideEffects: false },
            output: {
              codeSplitting: {
                groups: [
                  { name: 'runtime', test: RUNTIME, priority: 2 },
                  { name: 'shared', test: /\/src\//, minShareCount: MIN_SHARE_COUNT, priority: 1 },
                ],
              },
            },
          },
        },
      }
    },
    generateBundle(_options, bundle) {
      const file = process.env['BUNDLE_REPORT']
      if (file && this.environment.name === 'client') writeFileSync(file, describe(bundle))
    },
  }
}

/** Lists the modules of each chunk with their size in bytes before minification, for `npm run weigh`. */
function describe(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  return JSON.stringify(
    Object.fromEntries(
      chunks.map(({ fileName, modules }) => [
        fileName,
        Object.fromEntries(
          Object.entries(modules).map(([id, { renderedLength }]) => [
            relative('.', id),
            renderedLength,
          ]),
        ),
      ]),
    ),
  )
}
