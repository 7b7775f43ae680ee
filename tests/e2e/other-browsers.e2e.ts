import { writeFile } from 'node:fs/promises'
import type { APIRequestContext, TestInfo } from 'playwright/test'
import * as v from 'valibot'
import { findCourseDate } from '#tests/support/find-course-date.ts'
import { findPerformanceId, readData } from '#tests/support/find-performance.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { drawMobile, readCode } from '#tests/support/log-in.ts'
import { findFirefox, openFirefox } from '#tests/support/other-browsers/firefox.ts'
import { createReader, type Reader } from '#tests/support/other-browsers/reader.ts'
import type { Tab } from '#tests/support/other-browsers/tab.ts'
import { findWebKit, openWebKit } from '#tests/support/other-browsers/webkit.ts'
import { expect, test } from './fixtures.ts'
import { PHONE } from './paths.ts'
import { RUNS_ALL } from './test-matrix.ts'

// Purchase, login, booking and application on a phone in browsers other than Chromium. Runs with E2E_ALL
// only, in the browsers that are installed.

const t = getTexts('zh-cn')

const button = (text: string) => ({ selector: 'button', text })
const link = (text: string) => ({ selector: 'a', text })
const heading = (text: string) => ({ selector: 'h1, h2', text })
const field = (name: string) => ({
  selector: `[data-name="${name}"] :is(input:not([type=radio], [type=checkbox]), textarea)`,
})
/** A checkbox or radio button of a field by its label. */
const option = (name: string, text: string) => ({
  selector: `[data-name="${name}"] label`,
  text,
})

async function findActivity(request: APIRequestContext): Promise<number> {
  const ListSchema = v.looseObject({
    items: v.array(
      v.looseObject({ activity: v.looseObject({ id: v.number(), state: v.string() }) }),
    ),
  })
  const path = '/api/course/activity_datelist?from=2000-01-01&size=100'
  const { items } = await readData(request, path, ListSchema)
  const open = items.find(({ activity }) => activity.state === 'open')
  if (!open) throw new Error('no activity is open')
  return open.activity.id
}

async function pay(reader: Reader): Promise<void> {
  await reader.reach('/pay/pay')
  await reader.click(button(t('pay:pay_on_phone', { sum: '' }).trim()))
  await reader.reach('/api/sandbox/pay/')
  await reader.click({ selector: 'button[value="pay"]' })
  await reader.click(link('Back to the shop'))
  await reader.reach('/pay/success')
}

async function logIn(reader: Reader, request: APIRequestContext): Promise<void> {
  const mobile = drawMobile()
  await reader.reach('/login')
  await reader.until('document.querySelector("astro-island:not([ssr])") !== null')
  await reader.type({ selector: '[data-name="mobile"] input' }, mobile.replace('+86', ''))
  await reader.click({ selector: '.send' })
  await reader.see({ selector: 'main p', text: t('code:sent_to', { to: '' }).trim() })
  await reader.click({ selector: '[data-name="agreed"] input' })
  await reader.type({ selector: '[data-name="code"] input' }, await readCode(request, mobile))
}

/** Purchase with login, booking and application in one session. */
async function runJourneys(tab: Tab, site: string, request: APIRequestContext): Promise<void> {
  const reader = createReader(tab)
  const performance = await findPerformanceId(request)
  const date = await findCourseDate(request)
  const activity = await findActivity(request)

  await test.step('purchase with login', async () => {
    await reader.open(`${site}/drama/detail?id=${performance}`)
    expect(await reader.readOverflow()).toBeLessThanOrEqual(0)
    await reader.click({ selector: '.sticky-action .button' })
    await reader.reach('/drama/buyTicket')
    const more = { selector: '.tier .stepper button:last-child' }
    await reader.click(more)
    await reader.click(more)
    await reader.click(button(t('tickets:log_in')))
    await logIn(reader, request)
    await reader.reach('/drama/buyTicket')
    await reader.click(button(t('tickets:buy')))
    await pay(reader)
    await reader.see(heading(t('pay:done_title_performance')))
    await reader.see({ selector: '.ticket-stub .qr svg' })
    expect(await reader.readOverflow()).toBeLessThanOrEqual(0)
  })

  await test.step('booking', async () => {
    await reader.open(`${site}/course/detail?id=${date.course.id}`)
    await reader.click({ selector: `[data-book="${date.id}"]` })
    await reader.click(button(t('booking:confirm_paid', { price: '' }).trim()))
    await pay(reader)
    await reader.see({ selector: '.done-head h2' })
  })

  await test.step('application', async () => {
    await reader.open(`${site}/course/activity-form?id=${activity}`)
    await reader.see({ selector: '.application[data-ready]' })
    await reader.type(field('name'), 'Cheng')
    await reader.type(field('age'), '30')
    await reader.type(field('job'), 'Baker')
    await reader.type(field('email'), 'cheng@example.org')
    await reader.click(option('similar_before', t('application:similar_no')))
    await reader.type(field('hope'), 'To look behind the stage')
    await reader.click(option('heard_from', t('application:heard_from_friend')))
    await reader.choose({ selector: '[data-name="social_platform"] select' }, 'weibo')
    await reader.type(field('social_account'), '@cheng')
    await reader.click(button(t('application:submit')))
    await reader.see({ selector: 'main', text: t('application:status_received') })
    expect(await reader.readOverflow()).toBeLessThanOrEqual(0)
  })
}

/** Runs the journeys in a tab and closes it; saves a screenshot on failure. */
async function runJourneysAndClose(
  tab: Tab,
  { site, request, info }: { site: string; request: APIRequestContext; info: TestInfo },
): Promise<void> {
  try {
    await runJourneys(tab, site, request)
  } catch (error) {
    const screenshot = await tab.capture().catch(() => null)
    if (screenshot) await writeFile(info.outputPath('window.png'), screenshot)
    throw error
  } finally {
    await tab.close()
  }
}

const firefox = findFirefox()
const webKit = findWebKit()

test.describe('on a phone', () => {
  test.skip(!RUNS_ALL, 'runs in E2E_ALL only')

  test('purchase, login, booking and application work in Firefox', async ({
    baseURL: site = '',
    request,
  }, info) => {
    test.skip(firefox === null, 'Firefox is not installed')
    if (firefox === null) return
    await runJourneysAndClose(await openFirefox(firefox, PHONE), { site, request, info })
  })

  test('purchase, login, booking and application work in WebKitGTK', async ({
    baseURL: site = '',
    request,
  }, info) => {
    test.skip(webKit === null, 'WebKitGTK, its driver or Xvfb is not installed')
    if (webKit === null) return
    await runJourneysAndClose(await openWebKit(webKit, PHONE), { site, request, info })
  })
})
