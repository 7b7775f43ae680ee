import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const packages = (names: string) => new RegExp(`/node_modules/(?:${names})/`)
const sources = (names: string) => new RegExp(`/src/(?:${names})\\.tsx?$`)

/**
 * What every page with islands needs: React, what hydrates it, the session, what such pages do by
 * themselves. Scripts of content pages import nothing of it.
 */
const RUNTIME = [
  /vite\/preload-helper/,
  packages(
    'react|react-dom|scheduler|@astrojs/react|nanostores/(?:atom|computed|lifecycle|task|clean-stores|effect)',
  ),
  /IslandBehaviours\.astro/,
  sources(
    'browser/(?:island-behaviours|start-live-text|live-text|font-face|page-data|chunk-reload)',
  ),
  sources('browser/(?:offline-notice|scroll-top)'),
  sources('config|font-library|routes|api/language|i18n/(?:locales|paths)'),
  sources('client/errors|stores/(?:session|forget-tickets|loading|minimum-delay)'),
  sources('islands/ui/(?:use-session|create-texts)'),
]

const isOneOf = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/')))

/**
 * How the browser's bundle is split: what every page with islands needs is one chunk, which stays in the
 * cache from page to page; the rest is left to the bundler.
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
                groups: [{ name: 'runtime', priority: 2, test: isOneOf(RUNTIME) }],
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
