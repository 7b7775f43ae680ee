import { readFile } from 'node:fs/promises'
import { chromium, expect as see, type Page } from 'playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'
import { findBrowsers } from '#tests/support/find-browser.ts'
import { startForeignApi, type ForeignApi } from '#tests/support/foreign-api/start-foreign-api.ts'
import { launchWith } from '#tests/support/launch-browser.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'

const SECRET = `whsec_${Buffer.from('the webhook key of another theatre').toString('base64')}`
const MOBILE = '+8613800138000'

async function openBrowser(): Promise<Page> {
  const executablePath = findBrowsers().full
  const browser = await chromium.launch({
    ...launchWith(),
    ...(executablePath && { executablePath }),
  })
  onTestFinished(() => browser.close())
  return browser.newPage({ reducedMotion: 'reduce' })
}

/** The calls that docs/own-admin-api.md lists for a read-only site. */
async function readReadOnlyCalls(): Promise<string[]> {
  const text = await readFile('docs/own-admin-api.md', 'utf8')
  const table = text.split('<!-- calls: read-only -->')[1]?.split('\n\n')[1] ?? ''
  const calls = [...table.matchAll(/`((?:GET|POST) \/\S+)`/g)].map(([, call = '']) => call)
  return [...calls, 'GET /readyz']
}

async function logIn(page: Page, site: string, api: ForeignApi): Promise<void> {
  await page.goto(`${site}/en/login`)
  await logInOnScreen(page, 'en', {
    mobile: MOBILE,
    readSentCode: (to) => api.readSentCode(to) ?? '',
  })
  await page.waitForURL(`${site}/en`)
}

/** Changes a title in the API, sends the webhook, and waits until the site shows the title. */
async function publishTitle(api: ForeignApi, site: string, title: string): Promise<void> {
  const [production] = api.repertoire.productions
  if (!production) throw new Error('the repertoire is empty')
  production.title.en = title
  const changes = [{ kind: 'performances', id: production.id }]
  const { status, text } = await api.notify(site, SECRET, { changes })
  expect([status, JSON.parse(text)]).toEqual([202, { accepted: true, refreshes: '1 named' }])
  const read = async () => (await fetch(`${site}/en/drama/detail?id=${production.id}`)).text()
  await expect.poll(read).toContain(title)
}

test('an organisation runs the site with its own admin API', async () => {
  const api = await startForeignApi({ size: 24 })
  onTestFinished(() => api.stop())

  const check = runCommand('.', ['npm', 'run', 'check:api', '--', api.url])
  expect(await check.exited, check.output()).toBe(0)
  expect(check.output()).toContain('0 differences')
  expect(check.output()).toMatch(/body of id 1: .* got <iframe src="https:\/\/video\.example/)

  api.calls.clear()
  const start = runCommand('.', ['npm', 'start'], {
    DATA_DIR: await makeTemporaryFolder('entracte-data'),
    ADMIN_API_URL: api.url,
    CONTENT_WEBHOOK_SECRET: SECRET,
    SITE_PORT: '0',
  })
  const [, site = ''] = await start.waitForOutput(/Site\s+(http:\S+)/)
  expect(start.output()).toContain(
    'performance-news 1: its HTML contains elements that the site does not show: <iframe src="https://video.example/embed/42">',
  )

  // The build makes only documented calls.
  const documented = await readReadOnlyCalls()
  expect([...api.calls.keys()].filter((call) => !documented.includes(call))).toEqual([])

  // Tables and nested lists of HTML bodies are kept in both languages.
  for (const [path, title, table] of [
    ['/drama/detail?id=1', '灯笼巷夜话 1', '<caption>票价表</caption>'],
    ['/en/drama/detail?id=1', 'Tales of Lantern Yard 1', '<caption>Prices</caption>'],
  ] as const) {
    const text = await (await fetch(site + path)).text()
    expect(text).toContain(title)
    expect(text).toContain(table)
    expect(text).toMatch(/<li>[^<]+<ul><li>/)
  }

  // A member logs in with the theatre's own API, which has no calls for applications or devices.
  const page = await openBrowser()
  await logIn(page, site, api)
  await page.goto(`${site}/en/user/user`)
  const main = page.getByRole('main')
  await see(main.getByText('Guest 1').first()).toBeVisible()
  await see(main.getByRole('button', { name: 'Log out on this device' })).toBeVisible()
  await see(main.getByRole('heading', { name: 'My applications' })).toHaveCount(0)
  await see(main.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  // This API sells nothing online: the page shows where to buy instead.
  await page.goto(`${site}/en/drama/buyTicket?id=1`)
  await see(main.getByRole('link', { name: '+86 21 5555 0108' })).toBeVisible()

  await publishTitle(api, site, 'Lanterns After Rain')

  // While the API is down, pages are still served and members see a message.
  await api.stop()
  expect((await fetch(`${site}/en/course/home`)).status).toBe(200)
  await page.goto(`${site}/en/user/user`)
  await see(main.getByText('Our service is unavailable at the moment')).toBeVisible()

  await api.start()
  await main.getByRole('button', { name: 'Try again' }).click()
  await see(main.getByText('Guest 1').first()).toBeVisible()
  await publishTitle(api, site, 'Lanterns Lit Again')
})
