import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Builder } from './built-site.ts'
import { runBuild, type BuilderOptions, type RunOptions } from './run-build.ts'
import { storeFolder } from './store-folder.ts'
import type { Store } from './store.ts'

export interface PlainBuilderOptions extends BuilderOptions {
  store: Store
  /** Folder for build output, inside the project; defaults to a folder of the data folder. */
  workDir?: string
  /** Additional environment variables of the build. */
  env?: Readonly<Record<string, string>>
  /** The build program and its arguments before `--outDir`; for tests. */
  command?: RunOptions['command']
}

const ASTRO = ['node_modules/.bin/astro', 'build'] as const
const PAGE_LINE = /[├└]─/

/** Folder of running builds; at a start it contains only leftovers of interrupted builds. */
export const getBuildsFolder = (dataDir: string): string => path.resolve(dataDir, 'builds')

/** Runs a full `astro build` for each change, in a child process and a separate folder. */
export function createPlainBuilder(options: PlainBuilderOptions): Builder {
  const { projectDir, dataDir, store, limits, onLine = () => {} } = options
  let runs = 0

  return {
    async build({ signal, onProgress }) {
      runs += 1
      const outDir = path.join(
        options.workDir ?? getBuildsFolder(dataDir),
        `${process.pid}-${runs}`,
      )
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
