import type { Page } from 'playwright/test'
import {
  addShow,
  createCaller,
  moveShow,
  orderTickets,
  payInSandbox,
  readTicketCodes,
  runStaff,
} from '#tests/support/box-office.ts'
import { logIn } from '#tests/support/log-in.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { DEVICES, runScenarios } from './test-matrix.ts'

/** A code that is read again within this time counts as the same scan. */
const SAME_SCAN_MS = 3000

/** A member who may check tickets buys one for a show that starts in 20 minutes. */
async function buyAsStaff(page: Page) {
  const mobile = await logIn(page)
  const call = createCaller(page)
  const show = await addShow(call)
  const { number } = await orderTickets(call, { quantity: 1, show })
  await payInSandbox(page, call, number)
  await moveShow(show.showId, 20)
  await runStaff('grant verify', mobile)
  const [code = ''] = await readTicketCodes(call, number)
  return { call, number, code }
}

for (const { locale, device } of runScenarios({ locale: 'en', device: 'phone' })) {
  const t = getTexts(locale)
  const reasons = ['door:camera_none', 'door:camera_denied', 'door:camera_unsupported'] as const
  const noCamera = new RegExp(reasons.map((key) => t.part(key).source).join('|'))

  test(
    `staff check tickets at the door and undo an admission (${locale}, ${device})`,
    { tag: ['@S1.22', '@S2.14', '@S4.14', '@S7.30'] },
    async ({ page, expectAccessible }) => {
      await page.clock.install()
      await page.setViewportSize(DEVICES[device])
      const mobile = await logIn(page)
      const call = createCaller(page)
      const show = await addShow(call)
      const { number } = await orderTickets(call, { quantity: 3, show })
      await payInSandbox(page, call, number)
      const [first = '', second = '', third = ''] = await readTicketCodes(call, number)
      const verdict = page.getByRole('dialog')

      const check = async (code: string) => {
        await page.getByRole('textbox', { name: t('door:typed') }).fill(code)
        await page.getByRole('button', { name: t('door:check'), exact: true }).click()
      }
      const goOn = () => verdict.getByRole('button', { name: t('door:next') }).click()
      /** The result of an admission closes by itself for the next guest. */
      const waitForNext = async () => {
        await page.clock.fastForward(SAME_SCAN_MS)
        await expect(verdict).toBeHidden()
      }

      await test.step('without the permission the scanner is unavailable', async () => {
        await page.goto(getPath('/code/code', locale))
        await expect(page.getByRole('heading', { name: t('door:no_right') })).toBeVisible()
        await expect(page.getByText('npm run admin -- grant verify')).toBeVisible()
        await expectAccessible()
        await runStaff('grant verify', mobile)
        await page.getByRole('button', { name: t('door:no_right_again') }).click()
        await expect(page.getByRole('textbox', { name: t('door:typed') })).toBeVisible()
        await expectAccessible()
      })

      await test.step('a ticket for another day is refused', async () => {
        await check(first)
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_wrong_day') }),
        ).toBeVisible()
        await expectAccessible()
        await goOn()
      })

      await moveShow(show.showId, 30)
      await page.reload()

      await test.step('an invalid code is refused, and the next can be checked', async () => {
        for (const bad of ['hello', '💥', 'https://evil.example/?t=1']) {
          await check(bad)
          await expect(
            verdict.getByRole('heading', { name: t('door:verdict_unknown') }),
          ).toBeVisible()
          await goOn()
          await expect(verdict).toBeHidden()
        }
        await check(number)
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_order_number') }),
        ).toBeVisible()
        await goOn()
        // The focus returns, so that staff can type the next code.
        await page.getByRole('textbox', { name: t('door:typed') }).fill('hello')
        await page.keyboard.press('Enter')
        await goOn()
        await expect(page.getByRole('textbox', { name: t('door:typed') })).toBeFocused()
      })

      await test.step('a keyboard scanner works after a show was chosen', async () => {
        await page.getByRole('radio').first().focus()
        // A scanner types faster than a busy machine would pass on the keys one by one.
        await page.evaluate(() => {
          for (const key of [...'NO_TICKET!', 'Enter']) {
            const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
            document.activeElement?.dispatchEvent(event)
          }
        })
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_unknown') }),
        ).toBeVisible()
        await goOn()
        await expect(verdict).toBeHidden()
      })

      await test.step('admits once, case-insensitively, and then shows when', async () => {
        await check(first.toLowerCase())
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_admitted') }),
        ).toBeVisible()
        await waitForNext()
        await check(first)
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_already_used') }),
        ).toBeVisible()
        await expect(verdict.getByText(t.part('door:text_already_used'))).toBeVisible()
        await goOn()
      })

      await test.step('a scan without a response is sent again and counts once', async () => {
        await page.route('**/api/order/verify', (route) => route.fulfill({ json: { code: 502 } }))
        await check(second)
        const again = verdict.getByRole('button', { name: t('door:again') })
        await expect(again).toBeVisible()
        await page.unroute('**/api/order/verify')
        await again.click()
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_admitted') }),
        ).toBeVisible()
        await waitForNext()
      })

      await test.step('a ticket is admitted whose first result was lost and that is scanned again', async () => {
        await page.route('**/api/order/verify', async (route) => {
          await route.fetch()
          await route.fulfill({ json: { code: 502 } })
        })
        await check(third)
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_network') }),
        ).toBeVisible()
        await page.unroute('**/api/order/verify')
        await goOn()
        await page.clock.fastForward(SAME_SCAN_MS)
        await check(third)
        await expect(
          verdict.getByRole('heading', { name: t('door:verdict_admitted') }),
        ).toBeVisible()
        await waitForNext()
      })

      await test.step('the order is "verified"', async () => {
        const order = await call('GET /api/order/detail', { order_no: number })
        expect(order.status).toBe('verified')
      })

      await test.step('an admission is undone', async () => {
        await page
          .getByRole('button', { name: t.part('door:undo') })
          .and(page.getByRole('button', { name: second.slice(-6) }))
          .click()
        await expect(page.getByText(t('door:undone'))).toBeVisible()
        const order = await call('GET /api/order/detail', { order_no: number })
        expect(order.status).toBe('paid')
      })

      await test.step('without a camera codes can still be typed', async () => {
        const start = page.getByRole('button', { name: t('door:camera_start') })
        await start.click()
        await expect(page.getByText(noCamera)).toBeVisible()
        await expect(start).toBeFocused()
        await expect(page.getByRole('textbox', { name: t('door:typed') })).toBeEnabled()
        await expectAccessible()
      })
    },
  )

  test(`staff hear each verdict unless the sound is off (${locale}, ${device})`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const tones: number[] = []
      Object.assign(window, { tones })
      OscillatorNode.prototype.start = function start(this: OscillatorNode, at) {
        tones.push(this.frequency.value)
        AudioScheduledSourceNode.prototype.start.call(this, at)
      }
    })
    const tones = () => page.evaluate(() => Reflect.get(window, 'tones'))
    await page.setViewportSize(DEVICES[device])
    const { code } = await buyAsStaff(page)
    const verdict = page.getByRole('dialog')
    const check = async (text: string) => {
      await page.getByRole('textbox', { name: t('door:typed') }).fill(text)
      await page.getByRole('button', { name: t('door:check'), exact: true }).click()
      await expect(verdict).toBeVisible()
    }
    const goOn = () => verdict.getByRole('button', { name: t('door:next') }).click()

    await page.goto(getPath('/code/code', locale))
    await check('hello')
    await expect.poll(tones).toEqual([220, 220, 220])
    await goOn()
    await page.getByRole('button', { name: t('door:sound_on') }).click()
    await check('silent')
    await goOn()
    await page.getByRole('button', { name: t('door:sound_off') }).click()
    await check(code)
    await expect(verdict.getByRole('heading', { name: t('door:verdict_admitted') })).toBeVisible()
    await expect.poll(tones).toEqual([220, 220, 220, 880, 1320])
  })

  test(
    `the order list labels a verified order (${locale}, ${device})`,
    { tag: ['@S4.14'] },
    async ({ page }) => {
      const { call, number, code } = await buyAsStaff(page)
      await call('POST /api/order/verify', { code, nonce: `story-${Date.now()}` })
      await page.goto(getPath('/order/list', locale))
      const slip = page.getByRole('listitem').filter({ hasText: number })
      await expect(slip.getByText(t('order:status_verified'))).toBeVisible()
    },
  )
}

test(
  'the counts of a slow response do not replace newer ones',
  { tag: '@always' },
  async ({ page }) => {
    const t = getTexts('en')
    await logIn(page)
    const place = {
      city: { id: 1, name: 'Shanghai' },
      venue: { id: 1, name: 'Entracte' },
      hall: { id: 1, name: 'Great Hall' },
      address: '1 Creek Road',
    }
    const shows = (entered: number) => [
      {
        show_id: 1,
        title: 'The Seagull',
        starts_at: '2027-05-05T19:30:00+08:00',
        place,
        sold: 80,
        entered,
      },
    ]
    let requested = 0
    const held = Promise.withResolvers<void>()
    await page.route('**/api/order/door', async (route) => {
      const entered = (requested += 1)
      if (entered === 2) await held.promise
      const data = { shows: shows(entered), server_time: '2027-05-05T19:00:00+08:00' }
      await route.fulfill({ json: { code: 200, msg: '', time: 0, data } })
    })
    await page.goto(getPath('/code/code', 'en'))
    const counts = (entered: number) => page.getByText(t('door:counts', { entered, sold: 80 }))
    await expect(counts(1)).toBeVisible()
    const refresh = page.getByRole('button', { name: t('door:refresh') })
    await refresh.click()
    await refresh.click()
    await expect(counts(3)).toBeVisible()
    const late = page.waitForResponse('**/api/order/door')
    held.resolve()
    await (await late).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    await expect(counts(3)).toBeVisible()
  },
)
