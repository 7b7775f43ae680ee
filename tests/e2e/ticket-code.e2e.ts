// Needs devDependency jsqr 1.4.0. Goes to tests/e2e/ticket-code.e2e.ts.
import jsqr from 'jsqr'
import sharp from 'sharp'
import {
  createCaller,
  orderTickets,
  payInSandbox,
  readTicketCodes,
} from '#tests/support/box-office.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { PHONE, pathOf } from './paths.ts'

test.use({ viewport: PHONE })

test('another program reads the code off a screenshot of the card [S3.30] [S1.22]', async ({
  page,
}) => {
  await logIn(page)
  const call = createCaller(page)
  const { number } = await orderTickets(call)
  await payInSandbox(page, call, number)
  const [code = ''] = await readTicketCodes(call, number)
  await page.goto(`${pathOf('/order/DynamicInfoCard', 'zh-cn')}?id=${number}`)
  await expect(page.getByRole('img', { name: code })).toBeVisible()
  const { data, info } = await sharp(await page.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(code)
})
