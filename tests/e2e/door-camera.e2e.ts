import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsqr from 'jsqr'
import sharp from 'sharp'
import {
  addShow,
  createCaller,
  moveShow,
  orderTickets,
  payInSandbox,
  readTicketCodes,
  runStaff,
} from '#tests/support/box-office.ts'
import { showToCamera, cameraArguments } from '#tests/support/fake-camera.ts'
import { launchWith } from '#tests/support/launch-browser.ts'
import { logIn } from '#tests/support/log-in.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { DEVICES, runInLocales } from './test-matrix.ts'

const film = join(tmpdir(), `entracte-camera-${process.pid}.y4m`)

test.use({ viewport: DEVICES.phone, launchOptions: launchWith(...cameraArguments(film)) })
test.afterAll(() => rmSync(film, { force: true }))

for (const locale of runInLocales('zh-cn')) {
  const t = getTexts(locale)

  test(
    `a screenshot of a ticket is readable, and the door camera admits it (${locale})`,
    { tag: ['@S1.22', '@S2.14', '@S3.30'] },
    async ({ page }) => {
      const mobile = await logIn(page)
      const call = createCaller(page)
      const show = await addShow(call)
      const { number } = await orderTickets(call, { quantity: 1, show })
      await payInSandbox(page, call, number)
      const [code = ''] = await readTicketCodes(call, number)
      await page.goto(`${getPath('/order/DynamicInfoCard', locale)}?id=${number}`)
      await expect(page.getByRole('img', { name: code })).toBeVisible()
      const picture = await page.screenshot()

      await test.step('another QR reader reads the code', async () => {
        const { data, info } = await sharp(picture)
          .ensureAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true })
        expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(code)
      })

      await test.step('the door camera reads the code and admits the guest', async () => {
        await showToCamera(film, picture)
        await moveShow(show.showId, 20)
        await runStaff('grant verify', mobile)
        await page.goto(getPath('/code/code', locale))
        await page.getByRole('button', { name: t('door:camera_start') }).click()
        const verdict = page
          .getByRole('dialog')
          .getByRole('heading', { name: t('door:verdict_admitted') })
        await expect(verdict).toBeVisible()
        const order = await call('GET /api/order/detail', { order_no: number })
        expect(order.status).toBe('verified')
      })

      await test.step('a camera that stops is reported', async () => {
        await page.locator('video').evaluate((video: HTMLVideoElement) => {
          const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getTracks() : []
          track?.dispatchEvent(new Event('ended'))
        })
        await expect(page.getByText(t('door:camera_stopped'))).toBeVisible()
      })
    },
  )
}
