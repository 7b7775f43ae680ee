import { expect, test } from 'vitest'
import type { PayMethod } from '#api/pay-methods.ts'
import { listOffers } from '#features/checkout/payment-offer.ts'

const ALL: PayMethod[] = ['wechat', 'alipay', 'stripe', 'balance']
const IN_WECHAT = 'Mozilla/5.0 (Linux; Android 15) Mobile MicroMessenger/8.0.50'
const CHROME = 'Mozilla/5.0 (Linux; Android 15) Mobile Chrome/140'

function describeOffers(
  device: { userAgent: string; isPhone: boolean },
  { methods = ALL, inApp = [] as PayMethod[] } = {},
): string[] {
  const offers = listOffers({ pay_methods: methods, in_app_methods: inApp }, device)
  return offers.map(({ method, way }) => `${method} by ${way}`)
}

test('offers WeChat by QR code and other providers by redirect on desktops', () => {
  const onDesktop = ['wechat by scan', 'alipay by redirect', 'stripe by redirect']
  const offered = [...onDesktop, 'balance by balance']
  expect(describeOffers({ userAgent: CHROME, isPhone: false })).toEqual(offered)
  expect(describeOffers({ userAgent: IN_WECHAT, isPhone: false })).toEqual(offered)
})

test('offers redirects to the app or page on phones', () => {
  const offered = ['wechat', 'alipay', 'stripe'].map((name) => `${name} by redirect`)
  expect(describeOffers({ userAgent: CHROME, isPhone: true })).toEqual([
    ...offered,
    'balance by balance',
  ])
})

test('offers in-app WeChat payment inside WeChat on phones if the API supports it', () => {
  const inWechat = { userAgent: IN_WECHAT, isPhone: true }
  const others = ['stripe by redirect', 'balance by balance']
  expect(describeOffers(inWechat)).toEqual(others)
  expect(describeOffers(inWechat, { inApp: ['wechat'] })).toEqual(['wechat by in_app', ...others])
  expect(describeOffers(inWechat, { methods: ['wechat'] })).toEqual([])
})
