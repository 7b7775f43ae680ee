import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { writePreviewLink, writePreviewToken } from '#scripts/admin-api/security/preview-token.ts'
import { createSecrets } from '#scripts/admin-api/security/secrets.ts'
import { editContent } from '#scripts/admin-api/content/edit-content.ts'
import { findStored } from '#scripts/admin-api/content/stored-sources.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { startPreviewApi } from '#scripts/admin-api/start-preview-api.ts'
import { formatTime } from '#scripts/admin-api/venue-time.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createPreviewHandler } from '#scripts/preview/handle-previews.ts'
import { createPreviews } from '#scripts/preview/create-previews.ts'
import { readPublishConfig } from '#scripts/publish/config.ts'
import { openStore } from '#scripts/publish/store.ts'
import { createSiteManifest } from '#scripts/publish/open-live.ts'
import { createLiveRelease } from '#scripts/serve/live-release.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import { createConfig, createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'
import { getDatabaseAddress, runSql } from '#tests/support/database.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { createSmallBuilder, storeSmallSite } from './small-site.ts'

const HOUR = 3_600_000
const DRAFT = 2
const SCHEDULED = 3
const secrets = createSecrets('the secret of this installation, long enough')

const listIds = async (apiUrl: string): Promise<number[]> => {
  const response = await fetch(`${apiUrl}/api/perform/list`, { headers: { lang: 'en' } })
  const { data } = (await response.json()) as { data: { items: { id: number }[] } }
  return data.items.map(({ id }) => id)
}

/**
 * Starts the embedded API with a draft and a scheduled performance, and a site in front of it.
 * @param beforeBuild called before each build of a preview
 */
async function openSite(beforeBuild?: (signal: AbortSignal) => Promise<void>, https = false) {
  const folder = createTemporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const apiConfig = createConfig(folder.path)
  const api = await startAdminApi(apiConfig, { logger: SILENT_LOGGER, contentDir: FIXTURE })
  onTestFinished(() => api.close())
  // Content times are whole seconds.
  const publishAt = Math.floor(Date.now() / 1000) * 1000 + HOUR
  await set('performances', DRAFT, 'draft', true)
  await set('performances', SCHEDULED, 'published_at', formatTime(publishAt))

  async function set(kind: 'performances', id: number, field: string, value: unknown) {
    const db = await openDatabase(getDatabaseAddress(folder.path), { isShared: true })
    const source = await findStored(db.query, kind, String(id))
    if (!source) throw new Error(`no ${kind} ${id}`)
    await db.transaction((trx) => editContent(trx, source, [{ path: [field], value }], Date.now()))
    await db.close()
  }

  const store = openStore(folder.path)
  const site = await storeSmallSite({ text: 'public', items: await listIds(api.url) }, store)
  const live = createLiveRelease(path.join(folder.path, 'cache'), SILENT_LOGGER)
  onTestFinished(live.close)
  await live.switchTo(createSiteManifest(site, store), [])

  /** Creates an empty preview handler, as a start does. */
  function start() {
    const previews = createPreviews({
      projectDir: process.cwd(),
      apiConfig,
      apiUrl: api.url,
      siteUrl: 'https://example.org',
      trustedHops: 0,
      limits: readPublishConfig({}).limits,
      logger: SILENT_LOGGER,
      createBuilder: (own, apiUrl) => {
        const builder = createSmallBuilder(own, async () => {
          return { text: 'preview', items: await listIds(apiUrl) }
        })
        return {
          async build(options) {
            await beforeBuild?.(options.signal)
            // Like a real build that stores its pages, it does not stop.
            return builder.build({ ...options, signal: new AbortController().signal })
          },
        }
      },
    })
    onTestFinished(() => previews.close())
    return createPreviewHandler({
      previews,
      secrets,
      getManifest: live.getManifest,
      https,
    })
  }
  const handler = { current: start() }
  const server = await startSiteServer({
    ...live,
    adminApiUrl: api.url,
    host: '127.0.0.1',
    port: 0,
    logger: SILENT_LOGGER,
    hooks: (exchange, target) => handler.current.handle(exchange, target),
    findPreview: (request) => handler.current.find(request),
  })
  onTestFinished(() => server.close())

  async function read(
    address: string,
    headers = {},
    init: { method?: string; body?: string } = {},
  ) {
    const { pathname, search } = new URL(address, server.url)
    const all = { accept: 'text/html', ...headers }
    const reply = await sendRequest(server.url, pathname + search, { headers: all, ...init })
    return { ...reply, text: reply.body.toString() }
  }
  /** Opens a link, reloading while the preview is being built, as a browser does. */
  async function open(at: number | null, to = '/') {
    const token = writePreviewToken(secrets, { at, expiresAt: Date.now() + HOUR })
    const link = writePreviewLink(server.url, token, to)
    let response = await read(link)
    const first = response
    while (response.status === 200) response = await read(link)
    const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    return { first, response, cookie, token }
  }
  return {
    url: server.url,
    dataDir: folder.path,
    publishAt,
    set,
    read,
    open,
    restart: () => void (handler.current = start()),
    previewed: (address: string, cookie: string) => read(address, { cookie }),
  }
}

/** Logs in as a new member. @returns the headers of the session */
async function logIn({ url, read }: Awaited<ReturnType<typeof openSite>>, mobile: string) {
  let cookie = ''
  const post = async (address: string, fields: object) => {
    const headers = { cookie, 'content-type': 'application/json', origin: url }
    const reply = await read(address, headers, { method: 'POST', body: JSON.stringify(fields) })
    cookie = [
      cookie,
      ...(reply.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]),
    ].join('; ')
    return JSON.parse(reply.text) as { data: { token: string } }
  }
  await post('/api/sms/send', { mobile, purpose: 'login' })
  const outbox = await read(`/outbox.json?to=${encodeURIComponent(mobile)}`)
  const code = /\b\d{6}\b/.exec(outbox.text)?.[0]
  const { data } = await post('/api/user/login', { mobile, code, agreed: true })
  return { token: data.token, cookie }
}

const getPagePath = (id: number) => `/drama/detail?id=${id}`

describe('a preview', () => {
  test('shows drafts and scheduled items only with its link', async () => {
    const site = await openSite(undefined, true)
    const { first, response, cookie } = await site.open(null, getPagePath(DRAFT))
    expect(first.text).toContain('The preview is being built')
    expect(first.headers['x-robots-tag']).toContain('noindex')
    expect([response.status, response.headers.location]).toEqual([303, getPagePath(DRAFT)])
    expect(response.headers['clear-site-data']).toContain('"prefetchCache"')
    expect(response.headers['set-cookie']?.[0]).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3[56]\d\d$/,
    )
    for (const id of [DRAFT, SCHEDULED]) {
      const page = await site.previewed(getPagePath(id), cookie)
      expect([page.status, page.text.includes('preview')]).toEqual([200, true])
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['x-robots-tag']).toContain('noindex')
      // A visitor without the cookie.
      expect((await site.read(getPagePath(id))).status).toBe(404)
    }
    expect((await site.read('/')).text).toContain('public')
  })

  test('of a future time shows what is public at that time', async () => {
    const site = await openSite()
    const later = await site.open(site.publishAt)
    const earlier = await site.open(site.publishAt - 1)
    const statuses = async (cookie: string) =>
      Promise.all(
        [DRAFT, SCHEDULED].map(
          async (id) => (await site.previewed(getPagePath(id), cookie)).status,
        ),
      )
    expect(await statuses(later.cookie)).toEqual([404, 200])
    expect(await statuses(earlier.cookie)).toEqual([404, 404])

    // A fourth preview replaces the first.
    await site.open(null)
    await site.open(site.publishAt + 1)
    expect((await site.previewed('/', later.cookie)).status).toBe(303)
    expect((await site.previewed('/', earlier.cookie)).status).toBe(200)
  })

  test('is not shown for a forged or expired link', async () => {
    const site = await openSite()
    const { token } = await site.open(null)
    const [at, expiry, signature = ''] = token.split('.')
    const expired = writePreviewToken(secrets, { at: null, expiresAt: Date.now() - 1 })
    for (const forged of [`${at}.${Number(expiry) + 1}.${signature}`, expired, 'x', '']) {
      expect((await site.read(`/hooks/preview/${forged}?to=/`)).status).toBe(403)
      const page = await site.previewed(getPagePath(DRAFT), `preview=${forged}`)
      expect(page.status).toBe(404)
    }
  })

  test('redirects only within this site', async () => {
    const site = await openSite()
    const { response } = await site.open(null, '//evil.example/x')
    expect(response.headers.location).toBe('/')
  })

  test('has its own read-only API', async () => {
    const site = await openSite()
    const { cookie } = await site.open(null)
    const readCode = async (headers: Record<string, string>) => {
      const { text } = await site.read(`/api/perform/detail?id=${DRAFT}`, headers)
      return (JSON.parse(text) as { code: number }).code
    }
    expect([await readCode({ cookie }), await readCode({})]).toEqual([200, 404])
    const write = { method: 'POST', body: '{}' }
    const headers = { cookie, 'content-type': 'application/json', origin: site.url }
    const order = await site.read('/api/order/create', headers, write)
    expect(JSON.parse(order.text)).toMatchObject({ code: 500902 })
    const month = await site.read('/api/perform/calendar', headers, write)
    expect(JSON.parse(month.text)).toMatchObject({ code: 200 })
  })

  test('has no members: sessions neither work in it nor end in it', async () => {
    const site = await openSite()
    const mobile = '+8613800001234'
    const member = await logIn(site, mobile)
    const { cookie } = await site.open(null)
    const inPreview = { ...member, cookie: `${member.cookie}; ${cookie}` }
    const readCode = async (address: string, headers: Record<string, string>) =>
      (JSON.parse((await site.read(address, headers)).text) as { code: number }).code
    const profile = '/api/account/profile'
    expect(await readCode(profile, inPreview)).toBe(500902)
    expect(await readCode(`/api/perform/detail?id=${DRAFT}`, inPreview)).toBe(200)
    expect(await readCode(profile, member)).toBe(200)

    const copies = readdirSync(path.join(site.dataDir, 'preview'), { recursive: true })
      .map((name) => path.join(site.dataDir, 'preview', String(name)))
      .filter((name) => path.basename(name).startsWith('entracte.db'))
    expect(copies.length).toBeGreaterThan(0)
    expect(copies.filter((file) => readFileSync(file).includes(mobile))).toEqual([])
  })

  test('ends with one click', async () => {
    const site = await openSite()
    await site.open(null)
    const { status, headers } = await site.read('/hooks/preview/leave', {}, { method: 'POST' })
    expect([status, headers.location]).toEqual([303, '/'])
    expect(headers['clear-site-data']).toContain('"prefetchCache"')
    expect(headers['set-cookie']).toEqual(['preview=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'])
  })

  test('ends on the same page if it is public, or else on the nearest page', async () => {
    const site = await openSite()
    const { cookie } = await site.open(null)
    for (const [page, expected] of [
      ['/en/news/detail?id=3', '/en/news/detail'],
      ['/en/drama/detail?id=1', '/en/drama/detail?id=1'],
      [`/en/drama/detail?id=${DRAFT}`, '/en/drama/home'],
      ['/en/nowhere/at-all', '/en'],
      ['//evil.example/', '/'],
    ]) {
      const referer = `https://example.org${page}`
      const reply = await site.read('/hooks/preview/leave', { cookie, referer }, { method: 'POST' })
      expect([page, reply.headers.location]).toEqual([page, expected])
    }
  })

  test('has no link if the database is on a server', async () => {
    using folder = createTemporaryFolder()
    const settings = { DATABASE_URL: 'postgres://127.0.0.1/none' }
    const installation = { dataDir: folder.path }
    expect(await runAdminLine(installation, 'preview link', { settings })).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Previews are not available with DATABASE_URL'),
    })
  })

  test('is recorded when its link is created', async () => {
    using folder = createTemporaryFolder()
    const db = await openDatabase(getDatabaseAddress(folder.path))
    onTestFinished(() => db.close())
    const line = ['preview', 'link', '--path', '/en/drama/home']
    expect((await runAdminLine({ dataDir: folder.path }, line)).code).toBe(0)
    const entry = sql`SELECT data FROM audit_log WHERE action = 'preview link'`
    expect((await runSql(db, entry))[0]?.['data']).toContain('"path":"/en/drama/home"')
  })

  test('is not completed once its content has been edited', async () => {
    let builds = 0
    const site = await openSite(async (signal) => {
      builds += 1
      if (builds > 1) return
      const { promise, reject } = Promise.withResolvers<void>()
      signal.addEventListener('abort', reject)
      await promise
    })
    const token = writePreviewToken(secrets, { at: null, expiresAt: Date.now() + HOUR })
    const visit = async () => (await site.read(writePreviewLink(site.url, token, '/'))).status
    expect(await visit()).toBe(200)
    await expect.poll(() => builds).toBe(1)
    await site.set('performances', DRAFT, 'draft', false)
    await expect.poll(visit).toBe(303)
    // After another edit, the next preview replaces it.
    await site.set('performances', DRAFT, 'draft', true)
    await expect.poll(visit).toBe(303)
    await expect.poll(() => readdirSync(path.join(site.dataDir, 'preview'))).toEqual(['3'])
  })

  test('of an earlier version that is completed late does not replace the next one', async () => {
    const stored = Promise.withResolvers<void>()
    let builds = 0
    const site = await openSite(async () => {
      builds += 1
      if (builds === 1) await stored.promise
    })
    const token = writePreviewToken(secrets, { at: null, expiresAt: Date.now() + HOUR })
    const visit = async () => (await site.read(writePreviewLink(site.url, token, '/'))).status
    expect(await visit()).toBe(200)
    await expect.poll(() => builds).toBe(1)
    await site.set('performances', DRAFT, 'draft', false)
    expect(await visit()).toBe(200)
    stored.resolve()
    await expect.poll(visit).toBe(303)
    await expect.poll(() => readdirSync(path.join(site.dataDir, 'preview'))).toEqual(['2'])
  })

  test('is rebuilt for its browsers after a restart', async () => {
    const site = await openSite()
    const { cookie, token } = await site.open(null)
    site.restart()
    const page = await site.previewed(getPagePath(DRAFT), cookie)
    expect([page.status, page.headers.location]).toEqual([
      303,
      `/hooks/preview/${token}?to=${encodeURIComponent(getPagePath(DRAFT))}`,
    ])
  })
})

/** Opens previews in a folder that can be neither written nor deleted. */
function openUndeletable(folder: string) {
  const dataDir = path.join(folder, 'loop')
  symlinkSync(dataDir, dataDir)
  const logs: string[] = []
  const previews = createPreviews({
    projectDir: process.cwd(),
    apiConfig: { ...createConfig(folder), dataDir },
    apiUrl: 'http://127.0.0.1:1',
    siteUrl: 'https://example.org',
    trustedHops: 0,
    limits: readPublishConfig({}).limits,
    logger: pino({}, { write: (line: string) => void logs.push(line) }),
  })
  return { previews, dataDir, logs }
}

test('old previews that cannot be deleted are logged, and the start goes on', async () => {
  using folder = createTemporaryFolder()
  const { previews, dataDir, logs } = openUndeletable(folder.path)
  await previews.close()
  expect(logs.join()).toContain(`previews of the last run cannot be deleted: ${dataDir}/preview`)
})

test('a preview that cannot be deleted is logged, and does not end the server', async () => {
  using folder = createTemporaryFolder()
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetchSpy.mockRestore())
  fetchSpy.mockImplementation(async () => Response.json({ content_version: 1 }))
  const { previews, logs } = openUndeletable(folder.path)
  const visit = async () => (await previews.open(null)).kind
  await expect.poll(visit).toBe('failed')
  // The failed preview is deleted at the visit that shows the failure.
  await expect.poll(() => logs.join()).toContain('a preview cannot be deleted')
  await previews.close()
})

test('a preview that cannot start closes its copy of the database', async () => {
  using folder = createTemporaryFolder()
  const config = createConfig(folder.path)
  const db = await openDatabase(config.database)
  await runSql(
    db,
    sql`INSERT INTO content_source (kind, id, slug, published, visibility, data, media, edits, hash)
      VALUES ('performances', 1, 'unreadable', 1, '{}', '{', '{}', '[]', '')`,
  )
  await db.close()
  const copy = path.join(folder.path, 'preview')
  await expect(
    startPreviewApi({ config, folder: copy, at: null, logger: SILENT_LOGGER }),
  ).rejects.toThrow('JSON')
  const open = readdirSync('/proc/self/fd')
    .map((name) => `/proc/self/fd/${name}`)
    // A descriptor may be closed while they are listed.
    .filter((link) => existsSync(link))
    .map((link) => readlinkSync(link))
  expect(open.filter((file) => file.startsWith(realpathSync(copy)))).toEqual([])
})
