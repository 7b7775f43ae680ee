import { rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chromium, type Page } from 'playwright'
import { expect as see } from 'playwright/test'
import {
  makeCleanClone,
  runCommand,
  SHARED_CACHE,
  type RunningCommand,
} from '#tests/support/clean-clone.ts'
import { findBrowsers } from '#tests/support/find-browser.ts'
import { launchWith } from '#tests/support/launch-browser.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'
import { readCode } from '#tests/support/log-in.ts'

const SETTINGS = { ...SHARED_CACHE, SITE_PORT: '0', ADMIN_API_PORT: '0' }

/** Starts the product. `startOutput` precedes the URL of the site. */
async function start(
  clone: string,
): Promise<{ command: RunningCommand; site: string; startOutput: string }> {
  const command = runCommand(clone, ['npm', 'start'], SETTINGS)
  const [, startOutput = '', site = ''] = await command.waitForOutput(/^([^]*?)Site\s+(http:\S+)/)
  return { command, site, startOutput }
}

async function openPage(): Promise<Page> {
  process.env['CHROME_PATH'] ??= findBrowsers().forTests ?? ''
  const browser = await chromium.launch(launchWith())
  onTestFinished(() => browser.close())
  return browser.newPage({ viewport: { width: 1440, height: 900 } })
}

/** The numbers of the build steps in the output, in order. */
const listSteps = (output: string): string[] => [
  ...new Set(Array.from(output.matchAll(/\[(\d)\/\d\]/g), ([, step = '']) => step)),
]

test('npm start serves the demo before its images are encoded, and restarts quickly', async () => {
  const clone = await makeCleanClone()
  // A newcomer has no cached images.
  await rm(join(SHARED_CACHE.BUILD_CACHE_DIR, 'site', 'images'), { recursive: true, force: true })
  const { command, site, startOutput } = await start(clone)

  // The site is served before its images are encoded.
  expect(listSteps(startOutput).slice(0, 4)).toEqual(['1', '2', '3', '4'])
  expect(startOutput).not.toContain('is live')
  const page = await openPage()
  for (const [path, lang] of [
    ['/', 'zh-CN'],
    ['/en', 'en'],
  ] as const) {
    await page.goto(site + path)
    await see(page.locator('html')).toHaveAttribute('lang', lang)
    const heading = page.getByRole('main').getByRole('heading', { level: 1 }).first()
    await see(heading).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const families = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    expect(families.join(' ')).toMatch(/site display/i)
    // A missing image is encoded on request.
    const image = page.getByRole('main').locator('img').first()
    await see(image).toHaveJSProperty('complete', true)
    expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  const card = await page.locator('meta[property="og:image"]').getAttribute('content')
  const cardImage = await fetch(site + new URL(card ?? '').pathname)
  expect([cardImage.status, cardImage.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

  await page.goto(`${site}/en/login`)
  await logInOnScreen(page, 'en', { readSentCode: (to) => readCode(page.request, to, site) })
  await see(page.getByRole('link', { name: 'Account' })).toBeVisible()

  await command.waitForOutput(/is live, \d+ pages/)
  expect(listSteps(command.output())).toEqual(['1', '2', '3', '4', '5', '6'])
  command.interrupt()
  await command.exited

  const again = await start(clone)
  expect(again.command.output()).toContain('Nothing has changed since the last build.')
  expect(again.command.output()).not.toMatch(/\[\d\/\d\]/)
  expect(await readStatus(`${again.site}/en`)).toBe(200)
  again.command.interrupt()
  await again.command.exited
  await expect(readStatus(again.site)).rejects.toThrow('ECONNREFUSED')
})

/** The status of a response, over a connection without keep-alive. */
function readStatus(address: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  get(address, { agent: false }, (response) => {
    response.resume()
    resolve(response.statusCode)
  }).on('error', reject)
  return promise
}
