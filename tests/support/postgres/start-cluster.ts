import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { endProcess } from '../end-process.ts'
import { findFreePort } from '../find-free-port.ts'
import { findPostgres } from './find-postgres.ts'

const OWNER = 'entracte'
/** The database that every cluster contains. */
export const FIRST_DATABASE = 'postgres'

/** PostgreSQL refuses to run as root, so root uses the user of Debian’s package. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const getId = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: getId('-u'), gid: getId('-g') }
}

/** Faster settings without durability: the data need not survive a crash. */
export const NON_DURABLE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/**
 * Starts a throw-away PostgreSQL on a port of this machine.
 * @param settings of `postgresql.conf`
 * @throws Error if PostgreSQL is not installed
 */
export async function startCluster(settings: Record<string, string> = {}) {
  const programs = findPostgres()
  if (programs === null) throw new Error('PostgreSQL is not installed')
  const user = findUser()
  const folder = mkdtempSync(join(tmpdir(), 'entracte-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  const initdb = ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(join(programs, 'initdb'), initdb, options)
  const port = String(await findFreePort())
  /** URL of a database of the cluster. */
  const getUrl = (database: string) => `postgres://${OWNER}@127.0.0.1:${port}/${database}`
  const allSettings = Object.entries({ unix_socket_directories: '', ...settings })

  async function run() {
    const flags = allSettings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(join(programs ?? '', 'postgres'), ['-D', data, '-p', port, ...flags], {
      ...options,
      stdio: 'ignore',
    })
    while (!(await isReady(getUrl(FIRST_DATABASE)))) {
      if (server.exitCode !== null) throw new Error('PostgreSQL did not start')
      await new Promise((done) => setTimeout(done, 20))
    }
    return server
  }

  let server = await run()
  return {
    getUrl,
    /** Kills the server and starts it again. */
    async crash(): Promise<void> {
      await endProcess(server, 'SIGQUIT')
      server = await run()
    },
    /** Stops the server and deletes its folder. */
    async stop(): Promise<void> {
      await endProcess(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
