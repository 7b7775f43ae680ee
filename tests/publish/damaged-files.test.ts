import { cpSync, existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readStatus } from '#scripts/publish/status.ts'
import { writePointer, writeRelease } from '#scripts/publish/releases.ts'
import { openStore } from '#scripts/publish/store.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import { runCommand, type RunningCommand } from '#tests/support/clean-clone.ts'
import { damageHeader, damageMiddle } from '#tests/support/damage-file.ts'
import { servePublishing, waitUntilIdle } from './publishing-site.ts'
import { createSmallBuilder, storeSmallSite } from './small-site.ts'

const SITE = { text: 'Teahouse', items: [1, 2] }
const RELEASE = '20261121T080000-000'

/** Creates the data folder of an installation that has run: database, keys and live release. */
async function makeInstallation(): Promise<string> {
  const dataDir = join(await makeFolder(), 'data')
  const api = await openAdminApi()
  await api.db.close()
  cpSync(api.dataDir, dataDir, { recursive: true })
  await api.close()
  const site = await storeSmallSite(SITE, openStore(dataDir))
  const about = { id: RELEASE, createdAt: '2026-11-21T08:00:00.000Z', sources: 's', content: 'c' }
  await writeRelease(dataDir, { ...site, ...about })
  await writePointer(dataDir, { id: RELEASE })
  return dataDir
}

const settings = (dataDir: string) => ({
  DATA_DIR: dataDir,
  NODE_ENV: 'test',
  SITE_PORT: '0',
  ADMIN_API_PORT: '0',
})

const node = (script: string) => [process.execPath, script] as const

async function waitForAddress(command: RunningCommand, pattern: RegExp): Promise<string> {
  const [, address = ''] = await command.waitForOutput(pattern)
  return address
}

async function readJson(url: string, path: string, headers: Record<string, string> = {}) {
  const { status, body } = await sendRequest(url, path, { headers })
  const json: unknown = JSON.parse(body.toString())
  return { status, body: json }
}

const REFUSALS = {
  en: 'Our service is unavailable at the moment. Please try again later',
  'zh-cn': '服务暂时中断，请稍后再试',
}

/** Expects pages of the last release, and refused API calls in both languages. */
async function expectPagesWithoutApi(site: string): Promise<void> {
  for (const page of ['/', '/en', '/drama/detail?id=2']) {
    const { status, body } = await sendRequest(site, page)
    expect([page, status, body.toString().includes(SITE.text)]).toEqual([page, 200, true])
  }
  for (const [lang, msg] of Object.entries(REFUSALS)) {
    const response = await readJson(site, '/api/index/init', { lang })
    expect(response).toMatchObject({ status: 503, body: { code: 500903, msg, data: null } })
  }
}

describe('an unusable database', () => {
  test.each([
    ['a damaged header', damageHeader, 'damaged', ' --replace'],
    ['damaged pages', damageMiddle, 'damaged', ' --replace'],
    ['a missing file', (file: string) => rmSync(file), 'missing', ''],
    ['an empty file', (file: string) => truncateSync(file), 'missing', ''],
  ])('(%s) leaves pages served and logs the restore command', async (_, damage, fault, flags) => {
    const dataDir = await makeInstallation()
    const database = join(dataDir, 'entracte.db')
    damage(database)
    const before = existsSync(database)
    const start = runCommand(process.cwd(), node('scripts/start.ts'), settings(dataDir))
    const site = await waitForAddress(start, /Site +(http\S+)/)

    await expectPagesWithoutApi(site)
    expect(start.output()).toContain(`${database} is ${fault}`)
    expect(start.output()).toContain(
      `DATA_DIR=${dataDir} npm run admin -- restore BACKUP_FOLDER${flags}\n`,
    )
    expect(await readJson(site, '/readyz')).toMatchObject({
      status: 503,
      body: { failed: ['database'], checks: { api: 'ok', database: fault } },
    })
    expect((await readJson(site, '/readyz/pages')).status).toBe(200)

    start.kill('SIGTERM')
    expect(await start.exited).toBe(0)
    // Neither a new database nor a release was created.
    expect(existsSync(database)).toBe(before)
    expect(readdirSync(join(dataDir, 'releases'))).toEqual([`${RELEASE}.json`])
    expect((await readStatus(dataDir)).builds).toEqual([])
  })

  test('has the same effect with API and site in separate processes', async () => {
    const dataDir = await makeInstallation()
    damageMiddle(join(dataDir, 'entracte.db'))
    const env = settings(dataDir)
    const api = runCommand(process.cwd(), node('scripts/admin-api/main.ts'), env)
    const apiUrl = await waitForAddress(api, /admin API at (http\S+)/)
    expect(api.output()).toContain(`${join(dataDir, 'entracte.db')} is damaged`)
    const serve = runCommand(process.cwd(), node('scripts/serve/main.ts'), {
      ...env,
      ADMIN_API_URL: apiUrl,
    })
    await expectPagesWithoutApi(await waitForAddress(serve, /"url":"(http[^"]+)"/))
  })

  test('is not reported for an empty folder, which becomes a new installation', async () => {
    const dataDir = join(await makeFolder(), 'data')
    const api = runCommand(process.cwd(), node('scripts/admin-api/main.ts'), {
      ...settings(dataDir),
      CONTENT_DIR: 'tests/fixtures/content',
    })
    const url = await waitForAddress(api, /admin API at (http\S+)/)
    expect((await readJson(url, '/readyz')).status).toBe(200)
  })
})

describe('a damaged webhook database', () => {
  async function servePublishingAt(dataDir: string) {
    const read = async () => SITE
    return servePublishing((store) => createSmallBuilder(store, read), {}, dataDir, onTestFinished)
  }
  const listRenamed = (dataDir: string) =>
    readdirSync(dataDir).filter((name) => /^publish\.db\.damaged-[\dTZ-]+$/.test(name))

  test.each([
    ['header', damageHeader],
    ['pages', damageMiddle],
  ])('(%s) is renamed at the start, and webhooks are accepted again', async (_, damage) => {
    const dataDir = join(await makeFolder(), 'data')
    const first = await servePublishingAt(dataDir)
    expect(await first.send('one')).toBe(202)
    await waitUntilIdle(first.publishing)
    await first.publishing.close()
    damage(join(dataDir, 'publish.db'))

    const second = await servePublishingAt(dataDir)
    expect((await second.read('/')).status).toBe(200)
    expect(await second.send('two')).toBe(202)
    expect(listRenamed(dataDir)).toHaveLength(1)
  })

  test('is renamed while the server runs', async () => {
    const dataDir = join(await makeFolder(), 'data')
    const { send, publishing } = await servePublishingAt(dataDir)
    expect(await send('one')).toBe(202)
    await waitUntilIdle(publishing)
    // A write of another connection invalidates the server's page cache.
    const other = new DatabaseSync(join(dataDir, 'publish.db'))
    other.exec(
      `INSERT INTO received_webhook (id, received_at) VALUES ('other', 1); PRAGMA wal_checkpoint(TRUNCATE)`,
    )
    other.close()
    damageMiddle(join(dataDir, 'publish.db'))
    expect(await Promise.all([send('two'), send('three')])).toEqual([202, 202])
    const [damaged, ...others] = listRenamed(dataDir)
    expect(others).toEqual([])
    expect(statSync(join(dataDir, damaged ?? '')).size).toBeGreaterThan(0)
    await waitUntilIdle(publishing)
    const ledger = new DatabaseSync(join(dataDir, 'publish.db'))
    expect(ledger.prepare('SELECT id FROM received_webhook ORDER BY id').all()).toHaveLength(2)
    ledger.close()
  })
})
