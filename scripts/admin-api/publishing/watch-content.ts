import { basename, resolve } from 'node:path'
import { watch } from 'chokidar'
import { writeContentFaults } from '../../lib/content-faults.ts'
import type { FileStore } from '../../lib/file-store/file-store.ts'
import type { Logger } from '../../lib/logger.ts'
import { ContentError } from '../content/faults.ts'
import { importContent } from '../content/import-content.ts'
import type { FileCache } from '../content/read-file.ts'
import type { Database } from '../db/open.ts'

/** Editors save in several steps, and a checkout writes many files: the folder is read once it rests. */
const DEBOUNCE_MS = 200

export interface WatchOptions {
  db: Database
  logger: Logger
  root: string
  dataDir: string
  /** Where media and legal texts are copied to. */
  files: FileStore
  cacheDir: string
  /** Epoch ms. */
  now(): number
  debounceMs?: number
  /** Told after each import that changed something. */
  onChange?: () => void
  /** Called with a line once faulty files are mended. */
  announce?: (line: string) => void
}

export interface ContentWatch {
  /** What is wrong with the folder as it was last read: a line each, none when all is well. */
  readonly faults: readonly string[]
  /** Reads the folder now. The items of faulty files stay as they are. */
  sync(): Promise<void>
  stop(): Promise<void>
}

/** Files of editors and of version control beside the content: `.git`, `.a.yaml.swp`, `a.yaml~`. */
const isForeign = (path: string): boolean => /^\.|~$/.test(basename(path))

/** Shows a content folder as it is saved. Files that did not change are not read again. */
export function watchContent(options: WatchOptions): ContentWatch {
  const { db, logger, dataDir, files, cacheDir, now, debounceMs = DEBOUNCE_MS } = options
  const { onChange, announce } = options
  const root = resolve(options.root)
  const fileCache: FileCache = new Map()
  let faults: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function read(): Promise<void> {
    if (isStopped) return
    const started = performance.now()
    try {
      const given = { root, dataDir, cacheDir, files, now: now(), fileCache, keepsFaulty: true }
      const report = await importContent(db, given)
      if (faults.length > 0 && !report.error) announce?.(`All files of ${root} are in order.`)
      faults = report.error?.faults ?? []
      if (report.error) {
        const shown = faults.slice(0, 20)
        logger.warn({ root, faults: shown }, 'faulty files stay as they were, all others are shown')
      }
      await writeContentFaults(dataDir, faults)
      for (const { kind, id, edit } of report.dropped) {
        const about = { kind, id, field: edit.path.join('.') }
        logger.warn(about, 'the content folder replaces what was set beside it')
      }
      if (report.changes.length === 0) return
      const ms = Math.round(performance.now() - started)
      const changes = report.changes.slice(0, 20).map(({ kind, slug }) => `${kind}/${slug}`)
      logger.info({ changed: report.changes.length, changes, ms }, 'the content folder is shown')
      onChange?.()
    } catch (error) {
      faults = error instanceof ContentError ? error.faults : [String(error)]
      logger.warn({ root, faults: faults.slice(0, 20) }, 'the content folder is not in order')
      await writeContentFaults(dataDir, faults)
    }
  }

  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path) => path !== root && isForeign(path),
  })
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>()
  watcher.once('ready', setReady)
  watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void sync(), debounceMs)
  })
  watcher.on('error', (error) => {
    logger.error({ err: error, root }, 'the content folder is no longer watched')
    setReady()
  })
  // What is saved before the watcher is ready has no event: the first import comes after it.
  let running = ready
  // One after the other: two imports at once would read the same state.
  const sync = () => (running = running.then(read))

  return {
    get faults() {
      return faults
    },
    sync,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      setReady()
      await watcher.close()
      await running
    },
  }
}
