import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { watch } from 'chokidar'
import { writeContentFaults } from '../../lib/content-faults.ts'
import { ContentError } from '../content/faults.ts'
import { importContent, type ImportOptions, type ImportReport } from '../content/import-content.ts'
import type { FileCache } from '../content/read-file.ts'
import type { Deps } from '../deps.ts'
import { reportRestored } from '../orders/restored-dates.ts'

/**
 * Debounces events: editors save in several steps, and a checkout writes many files. Longer than the 50 ms in which
 * chokidar reports only one change of a file.
 */
const DEBOUNCE_MS = 200
/** Interval at which a refused folder is imported again. */
const RETRY_MS = 60_000

export interface WatchOptions
  extends
    Pick<ImportOptions, 'root' | 'dataDir' | 'files' | 'cacheDir' | 'now'>,
    Pick<Deps, 'db' | 'logger'> {
  debounceMs?: number
  retryMs?: number
  /** Called after each import that changed content. */
  onChange?: () => void
  /** Prints a line once all faulty files are fixed. */
  announce?: (line: string) => void
}

/** Whether a path belongs to an editor or to version control: `.git`, `.a.yaml.swp`, `a.yaml~`. */
const isForeign = (path: string): boolean => /^\.|~$/.test(basename(path))

/**
 * Imports a content folder whenever it is saved. Unchanged files are not read again. A folder with refused files, such
 * as for open orders, is imported again at intervals, because no file changes when the orders end; so is a folder
 * that was replaced as a whole.
 */
export function watchContent(options: WatchOptions) {
  const { db, logger, dataDir, onChange, announce } = options
  const { debounceMs = DEBOUNCE_MS, retryMs = RETRY_MS } = options
  const root = resolve(options.root)
  const fileCache: FileCache = new Map()
  /** Faults of refused files. They may end without a change of the folder. */
  let faults: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /**
   * Saves the faults, and logs them if they are new.
   * @param log.repeats whether known faults are logged too
   */
  async function setFaults(
    found: readonly string[],
    log: { message: string; repeats: boolean },
  ): Promise<void> {
    const isLogged = log.repeats || found.join() !== faults.join()
    faults = found
    if (faults.length > 0 && isLogged) {
      logger.warn({ root, faults: faults.slice(0, 20) }, log.message)
    }
    try {
      await writeContentFaults(dataDir, faults)
    } catch (error) {
      // Such as on a full disk, which must not end the imports.
      logger.error({ err: error, root }, 'the faults of the content folder cannot be saved')
    }
  }

  function reportChanges({ changes, dropped }: ImportReport, ms: number): void {
    for (const { kind, id, edit } of dropped) {
      const details = { kind, id, field: edit.path.join('.') }
      logger.warn(details, 'the content folder replaces a staff edit')
    }
    if (changes.length === 0) return
    const shown = changes.slice(0, 20).map(({ kind, slug }) => `${kind}/${slug}`)
    logger.info({ changed: changes.length, changes: shown, ms }, 'content imported')
    onChange?.()
  }

  async function importFolder(isRetry: boolean): Promise<void> {
    if (isStopped) return
    const started = performance.now()
    try {
      const report = await reportRestored(
        db,
        (line) => logger.warn({ root }, line),
        () => importContent(db, { ...options, root, fileCache, skipsFaulty: true }),
      )
      if (faults.length > 0 && !report.error) announce?.(`All files of ${root} are valid.`)
      await setFaults(report.error?.faults ?? [], {
        message: 'faulty content files: their items remain unchanged',
        repeats: !isRetry,
      })
      reportChanges(report, Math.round(performance.now() - started))
    } catch (error) {
      await setFaults(error instanceof ContentError ? error.faults : [String(error)], {
        message: 'the content folder cannot be imported',
        repeats: false,
      })
    }
  }

  /** Identifies the folder itself; undefined if it is missing or, such as on a stale mount, unreadable. */
  const readInode = () =>
    existsSync(root) ? statSync(root, { throwIfNoEntry: false })?.ino : undefined
  let inode: number | undefined

  function startWatching() {
    inode = readInode()
    const watcher = watch(root, {
      ignoreInitial: true,
      ignored: (path) => path !== root && isForeign(path),
    })
    const { promise: ready, resolve: setReady } = Promise.withResolvers<void>()
    watcher.once('ready', setReady)
    watcher.on('all', (event, path) => {
      // A folder that is moved back has the same inode.
      if (event === 'unlinkDir' && path === root) inode = undefined
      clearTimeout(timer)
      timer = setTimeout(() => void sync(), debounceMs)
    })
    watcher.on('error', (error) => {
      logger.error({ err: error, root }, 'the content folder is no longer watched')
      setReady()
    })
    const close = (): Promise<void> => {
      setReady()
      return watcher.close()
    }
    return { ready, close }
  }
  let watcher = startWatching()
  // Changes before the watcher is ready cause no event, so the first import waits for it.
  let running = watcher.ready
  // Imports run one after the other: two at once would start from the same state.
  const sync = (isRetry = false): Promise<void> =>
    (running = running.then(() => importFolder(isRetry)))

  /** Watches the folder again: the watcher does not follow a folder that was removed or replaced. */
  function watchReplaced(): void {
    void watcher.close()
    watcher = startWatching()
    const { ready } = watcher
    running = running.then(() => ready)
  }
  const retry = setInterval(() => {
    const isReplaced = readInode() !== inode
    if (isReplaced) watchReplaced()
    if (isReplaced || faults.length > 0) void sync(!isReplaced)
  }, retryMs).unref()

  return {
    /** Imports the folder now. Items of faulty files remain unchanged. */
    sync: () => sync(),
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      clearInterval(retry)
      await watcher.close()
      await running
    },
  }
}
export type ContentWatch = ReturnType<typeof watchContent>
