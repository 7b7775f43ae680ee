import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Every page with islands needs these: React, what hydrates it, and the session. */
const RUNTIME =
  /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|nanostores|@nanostores)\/|\/src\/stores\/session\.ts/

/** Modules that so many islands and parts of them import are one chunk, not a small file each. */
const MANY = 14

/**
 * How the browser's bundle is split: what all pages with islands need is one chunk, what most of them
 * need another; both stay in the cache from page to page. The rest is left to the bundler.
 */
export function browserBundle(): Plugin {
  return {
    name: 'browser-bundle',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'client') return undefined
      return {
        build: {
          // Files that load on use share nearly all of theirs with the page: a list of the rest
          // would weigh more than it saves.
          modulePreload: {
            polyfill: false,
            resolveDependencies: (_file, dependencies) =>
              dependencies.filter((file) => file.endsWith('.css')),
          },
          rolldownOptions: {
            // Parts that load on use import from the file of their island.
            preserveEntrySignatures: 'allow-extension',
            // No getter of ours does anything: `...Schema.entries` may go when nobody reads it.
            treeshake: { propertyReadSideEffects: false },
            output: {
              codeSplitting: {
                groups: [
                  { name: 'runtime', test: RUNTIME, priority: 2 },
                  { name: 'shared', test: /\/src\//, minShareCount: MANY, priority: 1 },
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

/** The modules of each chunk and their length before minifying, as `npm run weigh` reads them. */
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
