import { expect, test } from 'vitest'
import type { PayMethod } from '#api/pay-methods.ts'
import { listOffers } from '#features/checkout/payment-offer.ts'

const ALL: PayMethod[] = ['wechat', 'alipay', 'stripe', 'balance']
const IN_WECHAT = 'Mozilla/5.0 (Linux; Android 15) Mobile MicroMessenger/8.0.50'
const CHROME = 'Mozilla/5.0 (Linux; Android 15) Mobile Chrome/140'

function list(
  device: { userAgent: string; isPhone: boolean },
  { methods = ALL, inApp = [] as PayMethod[] } = {},
): string[] {
  const offers = listOffers({ pay_methods: methods, in_app_methods: inApp }, device)
  return offers.map(({ method, way }) => `${method} by ${way}`)
}

test('desktops show codes of WeChat and pages of the others', () => {
  const onDesktop = ['wechat by scan', 'alipay by redirect', 'stripe by redirect']
  const offered = [...onDesktop, 'balance by balance']
  expect(list({ userAgent: CHROME, isPhone: false })).toEqual(offered)
  expect(list({ userAgent: IN_WECHAT, isPhone: false })).toEqual(offered)
})

test('phones leave for the app or the page', () => {
  const offered = ['wechat', 'alipay', 'stripe'].map((name) => `${name} by redirect`)
  expect(list({ userAgent: CHROME, isPhone: true })).toEqual([...offered, 'balance by balance'])
})

test('inside WeChat on a phone WeChat pays by its own call, where the API offers one', () => {
  const inWechat = { userAgent: IN_WECHAT, isPhone: true }
  const others = ['stripe by redirect', 'balance by balance']
  expect(list(inWechat)).toEqual(others)
  expect(list(inWechat, { inApp: ['wechat'] })).toEqual(['wechat by in_app', ...others])
  expect(list(inWechat, { methods: ['wechat'] })).toEqual([])
})
