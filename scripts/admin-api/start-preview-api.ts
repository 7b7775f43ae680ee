import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { endpoints } from '#api/index.ts'
import { createDrain } from '../lib/drain-server.ts'
import { listen } from '../lib/listen.ts'
import type { Logger } from '../lib/logger.ts'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import type { Config } from './config.ts'
import { refreshContent } from './content/refresh-content.ts'
import { readAllStored } from './content/stored-sources.ts'
import { copyDatabaseFile } from '../lib/db/engines/file-tools.ts'
import { getDatabaseFile } from './db/database-file.ts'
import { openDatabase } from './db/open.ts'
import { createErrorResponse } from './envelope.ts'
import { BusinessError } from './errors.ts'
import { removeEveryone } from './personal-data/remove-person.ts'
import { readLanguage } from './request.ts'

/** POST endpoints that only read. */
const READ_ONLY_POSTS = new Set([
  '/api/index/calendar',
  '/api/perform/calendar',
  '/api/course/calendar',
  '/api/live/facts',
])
const MAINTENANCE = 500902

/** Paths that need a login. Without members, a 401 would end the session in the visitor's browser. */
const MEMBER_PATHS = new Set(
  Object.values(endpoints)
    .filter(({ login }) => login === 'required')
    .map(({ path }): string => path),
)

function isReadable({ method, url }: Request): boolean {
  const { pathname } = new URL(url)
  const isSafe = method === 'GET' || method === 'HEAD'
  return isSafe ? !MEMBER_PATHS.has(pathname) : READ_ONLY_POSTS.has(pathname)
}

/** Copies the database without its members: a copy may exist for months, and outlive sessions and accounts. */
async function copyContent(
  from: string,
  database: Extract<Config['database'], { kind: 'file' }>,
): Promise<void> {
  await copyDatabaseFile(from, database.file)
  const db = await openDatabase(database)
  try {
    await db.transaction(removeEveryone)
  } finally {
    // Also overwrites the removed rows, when the journal is merged.
    await db.close()
  }
}

interface PreviewApiOptions {
  /** Configuration of the API whose content is previewed. */
  config: Config
  /** An empty folder for the copy of the database. */
  folder: string
  /** The time to preview, in epoch ms; null shows drafts and scheduled items as of now. */
  at: number | null
  logger: Logger
}

/**
 * Starts an API that serves the content of a given time, or all content as if published. It works on a
 * copy of the database without members, refuses writes and listens on localhost only.
 */
export async function startPreviewApi({ config, folder, at, logger }: PreviewApiOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = { kind: 'file', file: getDatabaseFile(folder) } as const
  await copyContent(getDatabaseFile(config.dataDir), database)
  for (const name of ['media', 'files']) {
    symlinkSync(resolve(config.dataDir, name), join(folder, name))
  }
  const db = await openDatabase(database)
  const now = () => at ?? Date.now()

  function refuse(request: Request): Response {
    const lang = readLanguage(request.headers.get('lang') ?? undefined)
    const { status, envelope } = createErrorResponse(new BusinessError(MAINTENANCE), lang, now())
    return Response.json(envelope, { status })
  }

  try {
    const audience = at === null ? 'unpublished' : 'public'
    await db.transaction(async (trx) =>
      refreshContent(trx, await readAllStored(trx), { now: now(), audience, logger }),
    )
    const deps = await createDeps({
      db,
      config: { ...config, dataDir: folder, database },
      logger,
      now,
      isDraining: () => false,
    })
    // The content was fixed for its audience above: scheduled changes must not apply.
    const schedule = { apply: async () => {}, findNext: async () => null }
    const app = createApp({ ...deps, schedule })
    const respond = getRequestListener((request, environment) => {
      return isReadable(request) ? app.fetch(request, environment) : refuse(request)
    })
    const server = createServer((request, response) => void respond(request, response))
    const drain = createDrain(server)
    const url = await listen(server, 0, '127.0.0.1', 'ADMIN_API_PORT')
    return {
      url,
      async close() {
        await drain.close({ deadlineMs: 1000 })
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}
