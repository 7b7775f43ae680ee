import { expect, test, vi } from 'vitest'
import { makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'

const POLLING = { timeout: 240_000, interval: 250 }
const DRAFT = '/en/drama/detail?id=2'
const EXPIRING = '/en/drama/detail?id=3'

/** A time some seconds from now in the format of editors. */
const inSeconds = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')

test('an editor drafts, previews and schedules items', async () => {
  const settings = {
    DATA_DIR: await makeTemporaryFolder('entracte-data'),
    CONTENT_DIR: 'tests/fixtures/content',
    SITE_PORT: String(await findFreePort()),
    ADMIN_API_PORT: '0',
  }

  async function start() {
    const running = runCommand('.', ['npm', 'start'], settings)
    const [, url = ''] = await running.waitForOutput(/Site\s+(http:\S+)/)
    await running.waitForOutput(/Ctrl\+C/)
    return { ...running, url }
  }
  async function admin(...words: string[]): Promise<string> {
    const command = runCommand('.', ['npm', 'run', 'admin', '--', ...words], settings)
    expect([await command.exited, command.output()]).toEqual([0, expect.anything()])
    return command.output()
  }
  const readStatus = async (address: string) => (await fetch(address)).status
  const waitForStatus = (address: string, status: number) =>
    expect.poll(() => readStatus(address), POLLING).toBe(status)

  let site = await start()
  await waitForStatus(site.url + DRAFT, 200)

  // A draft disappears for visitors and is shown by a preview link.
  await admin('content', 'set', 'performances', 'peony', 'draft', 'true')
  await waitForStatus(site.url + DRAFT, 404)
  const output = await admin('preview', 'link', '--path', DRAFT)
  const link = /^http:\S+/m.exec(output)?.[0] ?? ''
  const opened = await vi.waitFor(async () => {
    const response = await fetch(link, { redirect: 'manual' })
    expect(response.status).toBe(303)
    return response
  }, POLLING)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const open = (path: string) => fetch(site.url + path, { headers: { cookie } })
  const preview = await open(opened.headers.get('location') ?? '')
  expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const page = await preview.text()
  expect(page).toContain('not public')
  // Astro has built the preview, with the policy of each page, fonts and images.
  expect(preview.headers.get('content-security-policy')).toMatch(/script-src 'self'[^;]* 'sha256-/)
  const files = [...page.matchAll(/"(\/(fonts|images)\/[\w.-]+)"/g)]
  expect(new Set(files.map(([, , folder]) => folder))).toEqual(new Set(['fonts', 'images']))
  for (const [, path = ''] of files) expect([path, (await open(path)).status]).toEqual([path, 200])
  expect(await readStatus(site.url + DRAFT)).toBe(404)

  // The item becomes public at its time without another command.
  await admin('content', 'set', 'performances', 'peony', 'published_at', inSeconds(20))
  await admin('content', 'set', 'performances', 'peony', 'draft', 'false')
  expect(await readStatus(site.url + DRAFT)).toBe(404)
  await waitForStatus(site.url + DRAFT, 200)

  // An item expires after a restart, too.
  await admin('content', 'set', 'performances', 'thunderstorm', 'expires_at', inSeconds(20))
  expect(await readStatus(site.url + EXPIRING)).toBe(200)
  process.kill(-site.pid, 'SIGTERM')
  await site.exited
  site = await start()
  await waitForStatus(site.url + EXPIRING, 404)
  expect(await readStatus(site.url + DRAFT)).toBe(200)
})
