import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { mkdirSync } from 'node:fs'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { importContent } from './content/import-content.ts'
import { lockDataDir } from './db/lock.ts'
import { openDatabase } from './db/open.ts'
import type { Database } from './db/open.ts'
import { readFirstStart } from './db/settings.ts'

const STOP_MS = 10_000
const SLOW_QUERY_MS = 50
const DEMO_CONTENT = fileURLToPath(new URL('demo/content', import.meta.url))
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
/** Drawn pictures outlive a data folder: a clean start need not draw them again. */
export const MEDIA_CACHE = join(PROJECT, 'node_modules/.cache/entracte/media')

export interface StartOptions {
  logger?: Logger
  now?: () => number
  /** Content of a new database; the demo content when left out. */
  contentDir?: string
  /** Told while the first start reads pictures. */
  report?: (done: number, total: number) => void
}
export interface RunningAdminApi {
  url: string
  /** Stops gracefully: requests under way are finished, for at most ten seconds. */
  close(): Promise<void>
}

/** The port is taken, or the address is not of this machine. */
export class ListenError extends Error {
  override name = 'ListenError'
}

function listen(server: Server, { port, host }: Config): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'the port is in use' : cause.message
      fail(new ListenError(`Cannot listen on ${host}:${port}: ${reason}`, { cause }))
    })
    server.listen(port, host, () => {
      const address = server.address()
      const bound = typeof address === 'object' && address ? address.port : port
      done(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`)
    })
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    const force = setTimeout(() => server.closeAllConnections(), STOP_MS)
    server.close(() => {
      clearTimeout(force)
      done()
    })
    server.closeIdleConnections()
  })
}

async function fillEmptyDatabase(db: Database, config: Config, options: StartOptions) {
  if (readFirstStart(db) !== null) return
  await importContent(db, {
    root: options.contentDir ?? DEMO_CONTENT,
    dataDir: config.dataDir,
    cacheDir: MEDIA_CACHE,
    now: (options.now ?? Date.now)(),
    ...(options.report && { report: options.report }),
  })
}

/** Starts the embedded admin API: data folder locked, database current, content there, listening. */
export async function startAdminApi(
  config: Config,
  options: StartOptions = {},
): Promise<RunningAdminApi> {
  mkdirSync(config.dataDir, { recursive: true })
  const logger = options.logger ?? pino({ level: config.logLevel })
  const lock = lockDataDir(config.dataDir)
  const cleanups = [() => lock.release()]
  const cleanUp = () => {
    for (const clean of cleanups.toReversed()) clean()
  }
  try {
    const db = openDatabase(config.dataDir, {
      // SQLite answers on the only thread there is: a slow query makes everyone wait.
      onQuery: (sql, ms) => {
        if (ms > SLOW_QUERY_MS) logger.warn({ sql, ms }, 'slow query')
      },
    })
    cleanups.push(() => db.close())
    await fillEmptyDatabase(db, config, options)
    const state = { draining: false }
    const now = options.now ?? Date.now
    const app = createApp({ db, config, logger, now, isDraining: () => state.draining })
    const server = createServer(
      { headersTimeout: 15_000, requestTimeout: 60_000 },
      getRequestListener(app.fetch),
    )
    const url = await listen(server, config)
    return {
      url,
      async close() {
        if (state.draining) return
        state.draining = true
        await closeServer(server)
        cleanUp()
      },
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}
