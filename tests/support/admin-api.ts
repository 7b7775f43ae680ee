import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { describeEndpoint } from '#api/descriptions.ts'
import { endpoints } from '#api/index.ts'
import type { DataOf, EndpointKey } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import { createApp } from '#scripts/admin-api/app.ts'
import { createDeps } from '#scripts/admin-api/deps.ts'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import type { Config } from '#scripts/admin-api/config.ts'
import { importContent } from '#scripts/admin-api/content/import-content.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { loadSandboxKeys } from '#scripts/admin-api/providers/payment/sandbox/sandbox.ts'
import { CALL_LIMITS, type CallLimit } from '#scripts/admin-api/security/limit-calls.ts'
import type { SignInProviders } from '#scripts/admin-api/providers/sign-in/create-providers.ts'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { openFileStore } from '#scripts/lib/file-store/open-file-store.ts'
import { createDatabase, databaseSettings, dropDatabase } from './database.ts'

export const FIXTURE = fileURLToPath(new URL('../fixtures/content', import.meta.url))
/** Start time of API tests, a Wednesday; fixture times are relative to it. */
export const FIRST_START = Date.parse('2027-05-05T12:00:00+08:00')

/** A temporary folder that is removed when the test ends. */
export const createTemporaryFolder = () => mkdtempDisposableSync(join(tmpdir(), 'entracte-'))

/** A copy of the fixture content that a test may change. */
export function copyFixture(to: string): string {
  const root = join(to, 'content')
  cpSync(FIXTURE, root, { recursive: true })
  return root
}

/** Replaces text in a file. @throws Error when the file does not contain it */
export function editFile(path: string, from: RegExp, to: string): void {
  const before = readFileSync(path, 'utf8')
  if (!from.test(before)) throw new Error(`${path} does not contain ${from}`)
  writeFileSync(path, before.replace(from, to))
}

interface Options {
  body?: unknown
  params?: Record<string, string>
  query?: Record<string, string | number>
  lang?: Locale
  headers?: Record<string, string>
}

/** @param settings environment variables that override those of a test installation */
export function createConfig(dataDir: string, settings: Record<string, string> = {}): Config {
  return readAdminApiConfig({
    ADMIN_API_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    ...databaseSettings(dataDir),
    ...settings,
  })
}

let fixtureData: Promise<string> | undefined

/** Imports the fixture into a template data folder, once per process. */
async function importFixture(): Promise<string> {
  const { path: dataDir, remove } = createTemporaryFolder()
  process.once('exit', remove)
  const db = await openDatabase(await createDatabase(dataDir))
  await importContent(db, {
    root: FIXTURE,
    dataDir,
    files: createFolderStore(dataDir),
    cacheDir: createConfig(dataDir).mediaCacheDir,
    now: () => FIRST_START,
  })
  await db.close()
  // Key generation would dominate the time to open an API.
  loadSandboxKeys(dataDir)
  return dataDir
}

/** Opens the real admin API in process, with its own database and a clock that tests set. */
export async function openAdminApi({
  content = FIXTURE,
  now = FIRST_START,
  signIn,
  settings = {},
  callLimits = CALL_LIMITS,
}: {
  content?: string
  now?: number
  signIn?: SignInProviders
  settings?: Record<string, string>
  callLimits?: readonly CallLimit[]
} = {}) {
  const folder = createTemporaryFolder()
  // Copying the database of an imported fixture is much faster than importing it.
  const like = content === FIXTURE ? await (fixtureData ??= importFixture()) : undefined
  if (like !== undefined) cpSync(like, folder.path, { recursive: true })
  const queries: string[] = []
  const address = await createDatabase(folder.path, like)
  const db = await openDatabase(address, {
    onQuery: (sql) => void queries.push(sql),
  })
  const clock = { now }
  const config = createConfig(folder.path, settings)
  const files = await openFileStore(config)
  const { mediaCacheDir: cacheDir } = config
  const importFrom = (root: string, readTime = () => FIRST_START) =>
    importContent(db, { root, dataDir: folder.path, files, cacheDir, now: readTime })
  if (content !== FIXTURE) await importFrom(content)
  const logs: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) })
  const ownDeps = await createDeps({
    db,
    config,
    logger,
    now: () => clock.now,
    isDraining: () => false,
    callLimits,
  })
  const deps = { ...ownDeps, signIn: signIn ?? ownDeps.signIn }
  const app = createApp(deps)

  /** Sends a request and parses the response as an envelope. */
  async function request(path: string, init: RequestInit = {}) {
    const response = await app.request(path, init)
    const envelope = v.parse(EnvelopeSchema, await response.json())
    return { response, envelope }
  }

  /** @throws Error on a refusal that the reference of the API lacks; those of maintenance are general */
  function checkDocumented(key: EndpointKey, code: number): void {
    const isGeneral = code < 500_001 || code > 500_900
    if (isGeneral || describeEndpoint(endpoints[key]).codes.some((one) => one === code)) return
    throw new Error(`${key} responds with ${code}, which its description does not list`)
  }

  async function call(key: EndpointKey, options: Options = {}) {
    const { method, path } = endpoints[key]
    const { params = {}, query = {}, lang = 'zh-cn', headers = {}, body = {} } = options
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'test')
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )
    const result = await request(`${filled}?${search}`, {
      method,
      headers: { lang, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    checkDocumented(key, result.envelope.code)
    return result
  }

  /** The data of a successful call, parsed with the endpoint's schema. @throws Error on any other code */
  async function read<K extends EndpointKey>(key: K, options: Options = {}): Promise<DataOf<K>> {
    const { envelope } = await call(key, options)
    if (envelope.code !== 200)
      throw new Error(`${key} responded with ${envelope.code} ${envelope.msg}`)
    // The schema of `key` has the output `DataOf<K>`; TypeScript loses that link in the lookup.
    return v.parse(endpoints[key].data, envelope.data) as DataOf<K>
  }

  return {
    app,
    deps,
    db,
    address,
    clock,
    logs,
    /** SQL of all queries so far. */
    queries,
    request,
    call,
    read,
    importFrom,
    dataDir: folder.path,
    async close() {
      ownDeps.mailer.close()
      await db.close()
      await dropDatabase(folder.path)
      folder.remove()
    },
  }
}
export type TestAdminApi = Awaited<ReturnType<typeof openAdminApi>>
