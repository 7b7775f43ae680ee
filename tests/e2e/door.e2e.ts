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
import { expect, test } from './fixtures.ts'
import { pathOf } from './paths.ts'
import { DEVICES, runScenarios } from './test-matrix.ts'

const WORDS = {
  'zh-cn': {
    refused: '这个账户不能验票',
    again: '再试一次',
    code: '票码',
    check: '验票',
    admitted: '请入场',
    used: '已经用过',
    usedAt: /\d{2}:\d{2} 已经入场/,
    unknown: '无法识别的票码',
    wrong: '不是这一场',
    next: '下一位',
    undo: /^撤回/,
    undone: '已撤回',
    camera: '打开摄像头',
    noCamera: /读二维码|没有找到摄像头|摄像头没有打开/,
    verified: '已验票',
    lost: '没有网络',
    retry: '再试一次',
  },
  en: {
    refused: 'This account cannot verify tickets',
    again: 'Try again',
    code: 'Ticket code',
    check: 'Check',
    admitted: 'Come in',
    used: 'Already used',
    usedAt: /Admitted at .*\d{2}:\d{2}/,
    unknown: 'Unknown code',
    wrong: 'Wrong show',
    next: 'Next guest',
    undo: /^Undo/,
    undone: 'Undone',
    camera: 'Start the camera',
    noCamera: /cannot read QR codes|No camera found|could not be opened/,
    verified: 'Ticket verified',
    lost: 'No connection',
    retry: 'Try again',
  },
} as const

for (const { locale, device } of runScenarios({ locale: 'en', device: 'phone' })) {
  const words = WORDS[locale]

  test(
    `the door in ${locale} on a ${device}: grant, admit once, say when, take back`,
    { tag: ['@S1.22', '@S2.14', '@S4.14', '@S7.30'] },
    async ({ page, expectAccessible }) => {
      await page.setViewportSize(DEVICES[device])
      const mobile = await logIn(page)
      const call = createCaller(page)
      const show = await addShow(call)
      const { number } = await orderTickets(call, { quantity: 2, show })
      await payInSandbox(page, call, number)
      const [first = '', second = ''] = await readTicketCodes(call, number)
      const verdict = page.getByRole('dialog')

      const check = async (code: string) => {
        await page.getByRole('textbox', { name: words.code }).fill(code)
        await page.getByRole('button', { name: words.check, exact: true }).click()
      }
      const goOn = () => verdict.getByRole('button', { name: words.next }).click()

      await test.step('without the right there is no door', async () => {
        await page.goto(pathOf('/code/code', locale))
        await expect(page.getByRole('heading', { name: words.refused })).toBeVisible()
        await expect(page.getByText('npm run admin -- grant verify')).toBeVisible()
        await expectAccessible()
        await runStaff('grant verify', mobile)
        await page.getByRole('button', { name: words.again }).click()
        await expect(page.getByRole('textbox', { name: words.code })).toBeVisible()
        await expectAccessible()
      })

      await test.step('a ticket of another day is told so', async () => {
        await check(first)
        await expect(verdict.getByRole('heading', { name: words.wrong })).toBeVisible()
        await expectAccessible()
        await goOn()
      })

      await moveShow(show.showId, 30)
      await page.reload()

      await test.step('what is no ticket is told so, and the door is ready again', async () => {
        for (const bad of ['hello', '💥', 'https://evil.example/?t=1']) {
          await check(bad)
          await expect(verdict.getByRole('heading', { name: words.unknown })).toBeVisible()
          await goOn()
          await expect(verdict).toBeHidden()
        }
      })

      await test.step('lets in once, typed in small letters, and then says when', async () => {
        await check(first.toLowerCase())
        await expect(verdict.getByRole('heading', { name: words.admitted })).toBeVisible()
        // It makes room for the next guest by itself.
        await expect(verdict).toBeHidden()
        // The same code within three seconds is the same guest.
        await expect(async () => {
          await check(first)
          await expect(verdict.getByRole('heading', { name: words.used })).toBeVisible({
            timeout: 1000,
          })
        }).toPass({ intervals: [3500] })
        await expect(verdict.getByText(words.usedAt)).toBeVisible()
        await goOn()
      })

      await test.step('a scan without an answer is sent again and counts once', async () => {
        await page.route('**/api/order/verify', (route) => route.fulfill({ json: { code: 502 } }))
        await check(second)
        const again = verdict.getByRole('button', { name: words.retry })
        await expect(again).toBeVisible()
        await page.unroute('**/api/order/verify')
        await again.click()
        await expect(verdict.getByRole('heading', { name: words.admitted })).toBeVisible()
        await expect(verdict).toBeHidden()
      })

      await test.step('the guest reads "verified"', async () => {
        const order = await call('GET /api/order/detail', { order_no: number })
        expect(order.status).toBe('verified')
      })

      await test.step('an admission is taken back', async () => {
        await page.getByRole('button', { name: words.undo }).first().click()
        await expect(page.getByText(words.undone)).toBeVisible()
        const order = await call('GET /api/order/detail', { order_no: number })
        expect(order.status).toBe('paid')
      })

      await test.step('a camera that does not open leaves the other ways', async () => {
        await page.getByRole('button', { name: words.camera }).click()
        await expect(page.getByText(words.noCamera)).toBeVisible()
        await expect(page.getByRole('textbox', { name: words.code })).toBeEnabled()
        await expectAccessible()
      })
    },
  )

  test(
    `a verified order says so in ${locale} on a ${device}`,
    { tag: ['@S4.14'] },
    async ({ page }) => {
      const mobile = await logIn(page)
      const call = createCaller(page)
      const show = await addShow(call)
      const { number } = await orderTickets(call, { quantity: 1, show })
      await payInSandbox(page, call, number)
      await moveShow(show.showId, 20)
      await runStaff('grant verify', mobile)
      const [code = ''] = await readTicketCodes(call, number)
      await call('POST /api/order/verify', { code, nonce: `story-${Date.now()}` })
      await page.goto(pathOf('/order/list', locale))
      const slip = page.getByRole('listitem').filter({ hasText: number })
      await expect(slip.getByText(words.verified)).toBeVisible()
    },
  )
}
