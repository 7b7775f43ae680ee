import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import { readStatus, writeStatus } from '#scripts/publish/status.ts'
import { makeStatusKey } from '#scripts/publish/status-page/status-key.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import {
  createControlledContent,
  SECRET,
  servePublishing,
  waitUntilIdle,
} from './publishing-site.ts'

const ITEMS = [1, 2, 3]
const run = promisify(execFile)
const KEY = makeStatusKey(SECRET)

/** Runs a command in a child process next to the server. @returns its output */
async function runCommand(dataDir: string, name: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, CONTENT_WEBHOOK_SECRET: SECRET }
  const file = `scripts/publish/${name}.ts`
  return (await run(process.execPath, [file, ...args], { env })).stdout
}

test('the status page requires its key, removes it from the URL and is not cached', async () => {
  const site = await servePublishing(createControlledContent({ text: 'first', items: ITEMS }).make)
  const id = String(site.publishing.publisher.live?.id)
  for (const address of ['/hooks/status', '/hooks/status?key=wrong']) {
    for (const accept of ['text/html', 'application/json']) {
      const refused = await sendRequest(site.url, address, { headers: { accept } })
      expect([refused.status, refused.body.toString()]).toEqual([
        403,
        expect.not.stringContaining(id),
      ])
    }
  }
  const first = await sendRequest(site.url, `/hooks/status?key=${KEY}`)
  expect([first.status, first.headers.location]).toEqual([303, '/hooks/status'])
  const [cookie = ''] = first.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/; Path=\/hooks; HttpOnly; SameSite=Lax$/)
  const page = await sendRequest(site.url, '/hooks/status?lang=en', {
    headers: { cookie: cookie.split(';')[0] },
  })
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body.toString()).toContain(id)
})

test('the key of the status page is kept in a secure cookie if the site uses https', async () => {
  const { make } = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(make, { https: true })
  const { headers } = await sendRequest(site.url, `/hooks/status?key=${KEY}`)
  expect(headers['set-cookie']).toEqual([expect.stringMatching(/; HttpOnly; .*; Secure$/)])
})

test('the status page has the requested language or that of the browser', async () => {
  const site = await servePublishing(createControlledContent({ text: 'first', items: ITEMS }).make)
  const read = async (query: string, language: string) => {
    const headers = { cookie: `publish-status=${KEY}`, 'accept-language': language }
    return (await sendRequest(site.url, `/hooks/status${query}`, { headers })).body.toString()
  }
  expect(await read('', 'en-GB,en;q=0.9,zh;q=0.5')).toContain('<html lang="en">')
  expect(await read('', 'zh-CN,zh;q=0.9,en;q=0.5')).toContain('<html lang="zh-CN">')
  expect(await read('?lang=zh-cn', 'en')).toContain('发布状态')
})

test('the running build is shown on the status page, as JSON and by the command', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  onTestFinished(lockDataDir(site.dataDir).release)
  const { started, resume } = controlled.pauseNextBuild()
  await site.send('one')
  await started
  const headers = { cookie: `publish-status=${KEY}`, accept: 'text/html' }
  const page = (await sendRequest(site.url, '/hooks/status?lang=en', { headers })).body.toString()
  expect(page).toContain('<progress')
  expect(page).toContain('content changed')
  const json = await sendRequest(site.url, '/hooks/status', {
    headers: { ...headers, accept: 'application/json' },
  })
  expect(JSON.parse(json.body.toString()).building).toMatchObject({ cause: 'content' })
  expect(await runCommand(site.dataDir, 'show-status')).toContain('building  reading content')
  resume()
  await waitUntilIdle(site.publishing)
})

test('a build that ended with its server is not shown as running', async () => {
  const dataDir = await makeFolder()
  const since = new Date().toISOString()
  const building = { cause: 'start', since, phase: 'render', done: 95, total: 507 } as const
  await writeStatus(dataDir, { live: null, building, again: true, builds: [] })
  const shown = await runCommand(dataDir, 'show-status')
  expect(shown).toContain('live      nothing yet\nbuilding  nothing\n')
  expect(shown).toContain('start: There is no site yet. The server stopped during the build.')
})

test('publish-now names the reason why the server of the folder takes no request', async () => {
  const dataDir = await makeFolder()
  onTestFinished(lockDataDir(dataDir).release)
  await expect(runCommand(dataDir, 'publish-now')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it is starting, or another process builds the site'),
  })
})

test('commands publish and roll back; the running server switches at once', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  controlled.content.now = { text: 'second', items: ITEMS }
  expect(await runCommand(site.dataDir, 'publish-now')).toContain('is live')
  expect((await site.read('/')).text).toContain('<p>second</p>')
  expect(await runCommand(site.dataDir, 'roll-back', '--yes')).toMatch(/is live\. \(\d+ ms\)$/m)
  expect((await site.read('/')).text).toContain('<p>first</p>')
  await expect(runCommand(site.dataDir, 'roll-back', '--yes')).rejects.toThrow('Command failed')
  const shown = await runCommand(site.dataDir, 'show-status')
  expect(shown).toContain('rolled back from')
  expect(shown).toContain(`/hooks/status?key=${KEY}`)
})

test('the gate refuses a broken site, and --force publishes it', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  controlled.content.now = { text: 'costs undefined', items: ITEMS }
  await expect(runCommand(site.dataDir, 'publish-now')).rejects.toThrow('Command failed')
  expect((await site.read('/')).text).toContain('<p>first</p>')
  const [{ result } = { result: null }] = (await readStatus(site.dataDir)).builds
  expect(result).toMatchObject({ kind: 'refused' })
  expect(await runCommand(site.dataDir, 'publish-now', '--force')).toContain('is live')
  expect((await site.read('/')).text).toContain('<p>costs undefined</p>')
})

test('a failed build is retried', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const waits: number[] = []
  const site = await servePublishing(
    (store) => {
      const builder = controlled.make(store)
      let failures = 0
      return {
        async build(options) {
          if (controlled.content.now.text === 'second' && failures < 3) {
            failures += 1
            throw new Error('the API is away')
          }
          return builder.build(options)
        },
      }
    },
    {
      setTimer(begin, ms) {
        waits.push(ms)
        const timer = setImmediate(begin)
        return () => clearImmediate(timer)
      },
    },
  )
  controlled.content.now = { text: 'second', items: ITEMS }
  await site.send('one')
  await expect.poll(async () => (await site.read('/')).text).toContain('<p>second</p>')
  expect(waits.filter((ms) => ms > 250)).toEqual([30_000, 60_000, 120_000])
  const kinds = site.publishing.publisher.status.builds.map(({ cause }) => cause)
  expect(kinds.slice(0, 4)).toEqual(['retry', 'retry', 'retry', 'content'])
})

test.each(['show-status', 'publish-now'])(
  '%s names a data folder that does not exist and does not create it',
  async (name) => {
    const dataDir = path.join(await makeFolder(), 'elsewhere')
    await expect(runCommand(dataDir, name)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no site in ${dataDir}: is DATA_DIR right?`),
    })
    expect(existsSync(dataDir)).toBe(false)
  },
)
