// node tests/cluster/walk.ts [FOLDER]: a member's session across three processes in a real browser: login on
// the first, an application with uploads on the second, and a payment during which the third is killed.
// Screenshots are stored in the folder.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { expect as expectNow } from 'playwright/test'
import { fieldBox, chooseFile, fillCourse, PDF } from '#tests/support/application-form.ts'
import { waitForPaymentPage, payOnPaymentPage } from '#tests/support/checkout-page.ts'
import { findBrowsers } from '#tests/support/find-browser.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { launchWith } from '#tests/support/launch-browser.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'
import { startSystem } from './start-system.ts'

const [folder = 'test-results/cluster'] = process.argv.slice(2)
const VIDEO = 'scripts/admin-api/demo/content/media/site/curtain.mp4'
const COURSE = 3
const LOCALE = 'en'
const t = getTexts(LOCALE)
/** Three processes share this machine. */
const WITHIN_MS = 30_000
const expect = expectNow.configure({ timeout: WITHIN_MS })

mkdirSync(folder, { recursive: true })
process.env['CHROME_PATH'] ??= findBrowsers().full ?? ''
await using system = await startSystem(3, (part) => console.log(`starting ${part}`))
Object.assign(process.env, { STACK_SITE: system.url, STACK_API: system.url, STACK_RELEASE: 'none' })
await using browser = await chromium.launch(launchWith())
const context = await browser.newContext({
  baseURL: system.url,
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
})
const page = await context.newPage()
page.setDefaultTimeout(WITHIN_MS)
const [first, second, third] = system.members
if (!first || !second || !third) throw new Error('three processes are needed')

async function show(name: string): Promise<void> {
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  console.log(name)
}

system.sendTo([first])
await page.goto(`/en/login?return=${encodeURIComponent('/en/user/user')}`)
await logInOnScreen(page, LOCALE)
await page.waitForURL(/\/user\/user/)
await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
await show('1-logged-in-on-the-first')

system.sendTo([second])
await page.goto(`/en/course/form?id=${COURSE}`)
const form = page.locator('main form')
await expect(page.locator('.application[data-ready]')).toBeVisible()
await fillCourse(form, t)
await chooseFile(form, 'resume_upload_id', PDF)
await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:done'))
// The parts of the video go to all processes: nginx balances round-robin.
system.sendTo(system.members)
await chooseFile(form, 'video_upload_id', VIDEO)
await expect(fieldBox(form, 'video_upload_id')).toContainText(t('upload:done'))
await show('2-uploaded-through-the-second')
await form.getByRole('button', { name: t('application:submit') }).click()
await expect(page.getByRole('heading', { name: t('application:done_title') })).toBeVisible()
await show('3-applied')

system.sendTo([third])
await page.goto('/en/drama/home')
await page.goto('/en/drama/buyTicket?id=1')
await page
  .getByRole('button', { name: t.whole('tickets:more'), disabled: false })
  .first()
  .click()
await page.getByRole('button', { name: t('tickets:buy') }).click()
await waitForPaymentPage(page)
await show('4-cashier-on-the-third')
system.sendTo(system.members)
await third.end('SIGKILL')
console.log('killed the third process')
await payOnPaymentPage(page, context, { locale: LOCALE, device: 'desktop' })
await expect(page.locator('.ticket-stub')).toHaveCount(1)
await show('5-paid-without-the-third')
await third.start()
system.sendTo([third])
await page.goto('/en/order/perform')
await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
await show('6-order-on-the-third')
