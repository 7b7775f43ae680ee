import { watch } from 'node:fs'
import { resolve } from 'node:path'
import type { Logger } from '../../lib/logger.ts'
import { ContentError } from '../content/faults.ts'
import { importContent } from '../content/import-content.ts'
import type { FileCache } from '../content/read-folder.ts'
import type { Database } from '../db/open.ts'

/** Editors save in several steps: a folder is read when it has been still for so long. */
const DEBOUNCE_MS = 200

export interface WatchOptions {
  db: Database
  logger: Logger
  root: string
  dataDir: string
  cacheDir: string
  /** Epoch ms. */
  now(): number
  debounceMs?: number
  /** Told after each import that changed something. */
  onChange?: () => void
}

export interface ContentWatch {
  /** What is wrong with the folder as it was last read: a line each, none when all is well. */
  readonly faults: readonly string[]
  /** Reads the folder now. A faulty one changes nothing. */
  sync(): Promise<void>
  stop(): Promise<void>
}

/** Shows a content folder as it is saved. Files that did not change are not read again. */
export function watchContent(options: WatchOptions): ContentWatch {
  const { db, logger, dataDir, cacheDir, now, debounceMs = DEBOUNCE_MS, onChange } = options
  const root = resolve(options.root)
  const files: FileCache = new Map()
  let faults: readonly string[] = []
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function read(): Promise<void> {
    if (isStopped) return
    const started = performance.now()
    try {
      const report = await importContent(db, { root, dataDir, cacheDir, now: now(), files })
      faults = []
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
    }
  }

  // One after the other: two imports at once would read the same state.
  const sync = () => (running = running.then(read))
  const watcher = watch(root, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void sync(), debounceMs)
  })
  watcher.on('error', (error) => {
    logger.error({ err: error, root }, 'the content folder is no longer watched')
  })

  return {
    get faults() {
      return faults
    },
    sync,
    async stop() {
      isStopped = true
      watcher.close()
      clearTimeout(timer)
      await running
    },
  }
}
