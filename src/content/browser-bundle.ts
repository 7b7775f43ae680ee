import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const packages = (names: string) => new RegExp(`/node_modules/(?:${names})/`)
const sources = (names: string) => new RegExp(`/src/(?:${names})\\.tsx?$`)

/** What scripts of content pages may share with islands: it must not bring React there. */
const BASE = [
  /vite\/preload-helper/,
  sources('config|routes|api/language|i18n/(?:locales|paths)|stores/(?:loading|minimum-delay)'),
]

/** What every island needs: React, what hydrates it, the session, words. */
const RUNTIME = [
  packages('react|react-dom|scheduler|@astrojs/react|nanostores|@nanostores/react|valibot'),
  sources('stores/session|client/errors|i18n/format'),
  sources('api/(?:primitives|codes|endpoint|paging)'),
  sources('islands/(?:ui/(?:use-session|create-texts)|forms/(?:failures|idempotency|toast))'),
]

/** What calls the API. */
const CALLS = [
  packages('ofetch|ufo|destr'),
  sources('client/create-client|api/envelope|stores/client'),
]

const isOneOf = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/')))

/**
 * How the browser's bundle is cut. Each file is compressed alone, and a small one badly: what nearly
 * every island needs is one file, which also stays in the cache from page to page.
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
            // No getter of ours does anything: `...Schema.entries` may go when nobody reads it.
            treeshake: { propertyReadSideEffects: false },
            output: {
              codeSplitting: {
                groups: [
                  { name: 'base', priority: 3, test: isOneOf(BASE) },
                  { name: 'runtime', priority: 2, test: isOneOf(RUNTIME) },
                  { name: 'calls', priority: 1, test: isOneOf(CALLS) },
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
