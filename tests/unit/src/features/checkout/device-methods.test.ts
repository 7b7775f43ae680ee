import { expect, test } from 'vitest'
import type { PayMethod } from '#api/order.ts'
import { isRedirect, listDeviceMethods } from '#features/checkout/device-methods.ts'

const ALL: PayMethod[] = ['wechat', 'alipay', 'stripe', 'balance']
const IN_WECHAT = 'Mozilla/5.0 (Linux; Android 15) Mobile MicroMessenger/8.0.50'
const CHROME = 'Mozilla/5.0 (Linux; Android 15) Mobile Chrome/140'

test('offers every method in browsers of phones and on desktops', () => {
  expect(listDeviceMethods(ALL, { userAgent: CHROME, isPhone: true })).toEqual(ALL)
  expect(listDeviceMethods(ALL, { userAgent: IN_WECHAT, isPhone: false })).toEqual(ALL)
})

test('omits methods that cannot be opened inside WeChat on a phone', () => {
  const inWechat = { userAgent: IN_WECHAT, isPhone: true }
  expect(listDeviceMethods(ALL, inWechat)).toEqual(['stripe', 'balance'])
  expect(listDeviceMethods(['wechat'], inWechat)).toEqual([])
})

test('redirects for Stripe only', () => {
  expect(ALL.filter(isRedirect)).toEqual(['stripe'])
})
