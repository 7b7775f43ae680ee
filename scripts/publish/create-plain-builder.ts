import { rm } from 'node:fs/promises'
import type { Builder } from './built-site.ts'
import { runBuild, type BuilderOptions, type RunOptions } from './run-build.ts'
import { storeFolder } from './store-folder.ts'
import type { Store } from './store.ts'
import { makeWorkFolder } from './work-folders.ts'

interface PlainBuilderOptions extends Omit<BuilderOptions, 'dataDir'> {
  store: Store
  /** Additional environment variables of the build. */
  env?: Readonly<Record<string, string>>
  /** The build program and its arguments before `--outDir`; for tests. */
  command?: RunOptions['command']
}

const ASTRO = ['node_modules/.bin/astro', 'build'] as const
const PAGE_LINE = /[├└]─/

/** Runs a full `astro build` for each change, in a child process and a separate folder. */
export function createPlainBuilder(options: PlainBuilderOptions): Builder {
  const { projectDir, store, limits, onLine = () => {} } = options

  return {
    async build({ signal, onProgress }) {
      const outDir = makeWorkFolder(projectDir)
      const startedAt = performance.now()
      let firstPage: number | undefined
      let pages = 0
      onProgress({ phase: 'fetch', done: 0 })
      try {
        await runBuild({
          projectDir,
          command: [...(options.command ?? ASTRO), '--outDir', outDir],
          env: { ...options.env, ADMIN_API_URL: options.apiUrl, SITE_URL: options.siteUrl },
          limits,
          signal,
          onLine(line) {
            onLine(line)
            if (!PAGE_LINE.test(line)) return
            firstPage ??= performance.now()
            pages += 1
            onProgress({ phase: 'render', done: pages })
          },
        })
        const rendered = performance.now()
        const site = await storeFolder(outDir, store, (done, total) =>
          onProgress({ phase: 'store', done, total }),
        )
        const stored = performance.now()
        const times = {
          fetchMs: (firstPage ?? rendered) - startedAt,
          renderMs: rendered - (firstPage ?? rendered),
          storeMs: stored - rendered,
        }
        return { ...site, times, deferredFiles: 0 }
      } finally {
        await rm(outDir, { recursive: true, force: true })
      }
    },
  }
}
