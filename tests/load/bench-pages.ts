// npm run bench:pages [-- --kinds /login,/drama/detail] [--device phone] [--locale en]: runs Lighthouse on
// every kind of page, on a simulated phone and desktop, with an empty cache and (except for the login) as a
// member with a paid and an unpaid order. It starts its own stack unless STACK_SITE and STACK_API are set;
// STACK_SITE may be a TLS proxy in front of the site with any certificate, to measure HTTP/2 as deployed.
// Results are printed and stored in node_modules/.cache/entracte/bench/pages.json. Failed audits are listed
// in parentheses.
import '#tests/support/skip-env-file.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import { chromium, type BrowserContext, type Page } from 'playwright'
import * as v from 'valibot'
import { FONT_SET_KEY } from '#config.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { href, ROUTES } from '#routes.ts'
import { createOrders, type OwnOrders } from '../support/box-office.ts'
import setUpStack from '../support/e2e-stack.ts'
import { findBrowsers } from '../support/find-browser.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { measure, type Device, type LighthouseReport } from '../support/lighthouse.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'

const FOLDER = 'node_modules/.cache/entracte/bench'
const ITEM = 1
const DEVICES: readonly Device[] = ['phone', 'desktop']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Audits that the 404 page may fail. */
const AUDITS_OF_STATUS = ['http-status-code', 'errors-in-console']
const KINDS_OF_BYTES = ['Script', 'Stylesheet', 'Font', 'Image'] as const

interface Visit {
  name: string
  path: string
  locale: Locale
  isIndexed: boolean
}

/** Every route in every locale; routes with an optional item with and without one. */
const listVisits = ({ paid, unpaid }: OwnOrders): Visit[] =>
  ROUTES.flatMap(({ path, item, isIndexed }) =>
    SITE_LOCALES.flatMap((locale): Visit[] => {
      const visit = { name: path, path: href(path, locale), locale, isIndexed }
      const show = (id: string | number): Visit => ({
        ...visit,
        name: `${path}?id`,
        path: href(path, locale, { id }),
      })
      if (item === 'none') return [visit]
      if (item === 'order') return [show(path === '/pay/pay' ? unpaid : paid)]
      return item === 'required' ? [show(ITEM)] : [visit, show(ITEM)]
    }),
  )

const RequestsSchema = v.object({
  items: v.array(v.object({ resourceType: v.optional(v.string()), transferSize: v.number() })),
})

function sumBytes({ audits }: LighthouseReport) {
  const { items: requests } = v.parse(RequestsSchema, audits['network-requests']?.details)
  return Object.fromEntries(
    KINDS_OF_BYTES.map((kind) => [
      kind.toLowerCase(),
      requests
        .filter(({ resourceType }) => resourceType === kind)
        .reduce((total, { transferSize }) => total + transferSize, 0),
    ]),
  )
}

/** Summarises a report: scores out of 100, times in ms, transferred bytes. */
function summarize(report: LighthouseReport) {
  const { audits, categories } = report
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const counted = CATEGORIES.slice(1).flatMap((id) => categories[id]?.auditRefs ?? [])
  return {
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? Number.NaN) * 100)),
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    bytes: sumBytes(report),
    faults: counted
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
    opened: new URL(report.finalDisplayedUrl).pathname,
  }
}

/** Clears the browser's data of the site and restores its session. */
async function resetBrowserData(
  page: Page,
  session: Awaited<ReturnType<BrowserContext['storageState']>>,
) {
  const context = page.context()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
  await context.clearCookies()
  await context.addCookies(session.cookies)
  await page.evaluate(
    (entries) => {
      localStorage.clear()
      for (const { name, value } of entries) localStorage.setItem(name, value)
    },
    session.origins.flatMap(({ localStorage }) => localStorage),
  )
}

const { options: values } = readCommandLine(
  createProgram('npm run bench:pages --', 'Runs Lighthouse on every kind of page.')
    .option('--kinds <names>', 'kinds of pages, separated by commas')
    .addOption(new Option('--device <device>', 'one device').choices(DEVICES))
    .addOption(new Option('--locale <locale>', 'one language').choices(SITE_LOCALES)),
)
const stop = await setUpStack()
const results: object[] = []
try {
  const site = process.env['STACK_SITE'] ?? ''
  const port = await findFreePort()
  const { full: executablePath } = findBrowsers()
  // Lighthouse opens its own tabs, which share only the session of the browser's default profile.
  await using browser = await chromium.launchPersistentContext('', {
    ...(executablePath && { executablePath }),
    baseURL: site,
    ignoreHTTPSErrors: true,
    // Lighthouse's tabs do not share the setting of the context.
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--ignore-certificate-errors'],
  })
  const page = await browser.newPage()
  await page.goto('/robots.txt')
  const visitorState = await browser.storageState()
  await page.goto('/about/about')
  const { paid, unpaid } = await createOrders(page)
  // This file does not change the session.
  await page.goto('/robots.txt')
  const state = await browser.storageState()
  const memberState = {
    ...state,
    origins: state.origins.map((one) => ({
      ...one,
      localStorage: one.localStorage.filter(({ name }) => name !== FONT_SET_KEY),
    })),
  }
  console.log(
    'page                                device   P   A  BP SEO    FCP    LCP   TBT   CLS      JS     CSS    font   image',
  )
  const kinds = values.kinds?.split(',')
  const visits = listVisits({ paid, unpaid }).filter(
    ({ name, locale }) =>
      (!kinds || kinds.includes(name)) && (!values.locale || values.locale === locale),
  )
  for (const visit of visits) {
    for (const device of DEVICES) {
      if (values.device && values.device !== device) continue
      const skipAudits = [
        ...(visit.isIndexed ? [] : ['is-crawlable']),
        ...(visit.name === '/404' ? AUDITS_OF_STATUS : []),
      ]
      const measureFirstVisit = async () => {
        await resetBrowserData(page, visit.name === '/login' ? visitorState : memberState)
        return measure(site + visit.path, { port, device, skipAudits })
      }
      // Retries once: sometimes the browser reports no data.
      const report = await measureFirstVisit().catch(measureFirstVisit).catch(String)
      if (typeof report === 'string') {
        console.log(visit.path.padEnd(35), device.padEnd(7), report.split('\n', 1)[0])
        continue
      }
      const row = summarize(report)
      results.push({ ...visit, device, ...row })
      const { script = 0, stylesheet = 0, font = 0, image = 0 } = row.bytes
      console.log(
        visit.path.padEnd(35),
        device.padEnd(7),
        row.scores.map((score) => String(score).padStart(3)).join(' '),
        [row.fcp, row.lcp].map((time) => String(time).padStart(6)).join(' '),
        String(row.tbt).padStart(5),
        row.cls.toFixed(3),
        [script, stylesheet, font, image].map((bytes) => String(bytes).padStart(7)).join(' '),
        row.faults.length > 0 ? `(${row.faults.join(', ')})` : '',
        row.opened === new URL(visit.path, site).pathname ? '' : `→ ${row.opened}`,
      )
    }
  }
} finally {
  await stop?.()
}
await mkdir(FOLDER, { recursive: true })
await writeFile(join(FOLDER, 'pages.json'), JSON.stringify(results, null, 2))
