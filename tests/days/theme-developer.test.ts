import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { expect as expectPage } from 'playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { makeCleanClone, runCommand, type RunningCommand } from '#tests/support/clean-clone.ts'
import { findBrowsers } from '#tests/support/find-browser.ts'
import { launchWith } from '#tests/support/launch-browser.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'
import { readCode } from '#tests/support/log-in.ts'

/** Time to compile a page in development while other tests keep the machine busy. */
const BUSY_MS = 120_000
const see = expectPage.configure({ timeout: BUSY_MS })

/** Opens a page and records console errors and failed requests. */
async function openBrowser(): Promise<{ page: Page; faults: string[] }> {
  process.env['CHROME_PATH'] ??= findBrowsers().forTests ?? ''
  const browser = await chromium.launch(launchWith())
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(BUSY_MS)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  return { page, faults }
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

/** Waits until a text is visible, and logs the time since the file was saved. */
async function timeUntilVisible(page: Page, text: string): Promise<void> {
  const savedAt = performance.now()
  await see(page.getByText(text).first()).toBeVisible()
  const seconds = ((performance.now() - savedAt) / 1000).toFixed(1)
  console.log(`“${text}” is on the screen ${seconds} s after saving`)
}

async function startDevelopment(clone: string): Promise<{ dev: RunningCommand; site: string }> {
  const dev = runCommand(clone, ['npm', 'run', 'dev'], {
    SITE_PORT: '6310',
    ADMIN_API_PORT: '0',
    CONTENT_DIR: 'tests/fixtures/content',
  })
  const [, site = ''] = await dev.waitForOutput(/Site\s+(http:\S+)/)
  return { dev, site }
}

test('npm run dev serves styled, working pages and shows edits on save', async () => {
  const clone = await makeCleanClone()
  const { dev, site } = await startDevelopment(clone)
  expect(new URL(site).port).toBe('6310')
  const { page, faults } = await openBrowser()

  await page.goto(`${site}/en`)
  const title = page.getByRole('main').getByRole('heading', { level: 1 }).first()
  await see(title).toBeVisible()
  const style = await title.evaluate((element) => {
    const { fontFamily, fontSize } = getComputedStyle(element)
    return { fontFamily, fontSize: Number.parseFloat(fontSize) }
  })
  expect(style.fontFamily).toContain('Site Display')
  expect(style.fontSize).toBeGreaterThan(60)
  await page.evaluate(() => document.fonts.ready)
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
  expect(loaded.join(' ')).toMatch(/site serif.*site display|site display.*site serif/i)

  await page.goto(`${site}/course/detail?id=1`)
  await see(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  for (const path of ['/docs', '/openapi.json', '/outbox', '/api/index/init', '/sitemap.xml']) {
    expect([path, (await fetch(site + path)).status]).toEqual([path, 200])
  }
  expect((await fetch(`${site}/hooks/content`, { method: 'POST' })).status).toBe(401)

  await page.goto(`${site}/en/login`)
  await logInOnScreen(page, 'en', { readSentCode: (to) => readCode(page.request, to, site) })
  await see(page.getByRole('link', { name: 'Account' })).toBeVisible()

  await page.goto(`${site}/en/drama/detail?id=2`)
  const file = join(clone, 'tests/fixtures/content/performances/peony.yaml')
  await edit(file, 'en: The Peony Pavilion', 'en: The Peony Garden')
  await timeUntilVisible(page, 'The Peony Garden')
  await edit(
    join(clone, 'src/components/footer/Footer.astro'),
    '</footer>',
    '<p>Two doors down</p></footer>',
  )
  expect(faults).toEqual([])
  await timeUntilVisible(page, 'Two doors down')
  // While a component is recompiled, one request for its previous styles may fail.
  faults.length = 0
  await page.reload()
  await see(page.getByText('Two doors down')).toBeVisible()
  expect(faults).toEqual([])

  dev.interrupt()
  await dev.exited
  await expect(fetch(site)).rejects.toThrow('fetch failed')
})
