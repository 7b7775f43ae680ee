import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DataOf } from '#api/index.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  buildTicketOrder,
  checkAndClose,
  createBuyer,
  runJobs,
  TICKET_FEN,
  type Buyer,
} from '#tests/support/buyer.ts'
import { createVisitor, type Visitor } from '#tests/support/visitor.ts'
import {
  startWechatOauth,
  type WechatOauthApi,
  type WechatPerson,
} from '#tests/support/wechat-oauth/start-wechat-oauth.ts'
import { startWechatPay, type WechatPay } from '#tests/support/wechat-pay/start-wechat-pay.ts'

const MINUTE = 60_000
const SITE = 'https://theatre.example'
const PAYER_COOKIE = '__Host-payer'

let clock: { now: number }
let wechat: WechatPay
let oauth: WechatOauthApi
let person: WechatPerson
let api: TestAdminApi
let visitor: Visitor
let buyer: Buyer
beforeAll(async () => {
  const now = () => clock.now
  wechat = await startWechatPay(now)
  const account = { appid: wechat.accountAppid, domain: SITE, scopes: ['snsapi_base'] }
  oauth = await startWechatOauth([account], now)
})
afterAll(() => Promise.all([wechat.close(), oauth.close()]))
beforeEach(async () => {
  api = await openAdminApi({ settings: settings() })
  clock = api.clock
  person = createPerson('oUpF8uMuAJO_M2pxb1Q9zNjWeS6o')
  Object.assign(wechat.state, { faultMode: 'none', key: wechat.keys[0] })
  Object.assign(oauth.state, { faultMode: 'none', person })
  visitor = createVisitor(api)
  await visitor.logIn('+8613800138000')
  buyer = createBuyer(api, { id: 0, headers: buyerHeaders(visitor) })
})
afterEach(() => checkAndClose(api))

const settings = () => ({
  ...wechat.settings,
  ...oauth.settings,
  WECHAT_ACCOUNT_APP: wechat.accountAppid,
  WECHAT_ACCOUNT_SECRET: oauth.secret,
})

const createPerson = (openid: string): WechatPerson => ({
  openids: { [wechat.accountAppid]: openid },
  unionid: `union-of-${openid}`,
  nickname: 'Lin',
})

function buyerHeaders(one: Visitor) {
  const { token = '', cookie = '' } = one.headers()
  return { token, cookie }
}

type PayInAppData = DataOf<'POST /api/order/pay_in_app'>

const order = () => buyer.order(buildTicketOrder(1))

const pay = (order_no: string, by = visitor) =>
  by.call('POST /api/order/pay_in_app', { body: { order_no, method: 'wechat' } })

async function readIdentification(order_no: string, by = visitor): Promise<string> {
  const data = (await pay(order_no, by)).data as PayInAppData
  if (data.status !== 'identify') throw new Error(`no identification: ${data.status}`)
  return data.url
}

/** Follows WeChat's page. @returns where it redirects the browser to */
async function authorize(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  return response.headers.get('location') ?? (await response.text())
}

/** Identifies the payer at WeChat. */
async function identify(order_no: string): Promise<Response> {
  return visitor.visit(await authorize(await readIdentification(order_no)))
}

async function open(order_no: string) {
  const data = (await pay(order_no)).data as PayInAppData
  if (data.status !== 'waiting') throw new Error(`not open: ${data.status}`)
  return data.request
}

const findTrade = (): string => [...wechat.trades.all.keys()].at(-1) ?? ''
const getOpenid = ({ openids }: WechatPerson) => openids[wechat.accountAppid] ?? ''

async function notify(over: object = {}) {
  const { body, headers } = wechat.notify(findTrade(), over)
  return api.app.request('/api/pay/wechat_notify', { method: 'POST', body, headers })
}

describe('payment inside WeChat', () => {
  test('identifies the payer, opens a signed payment, and completes the order', async () => {
    const { order_no, in_app_methods } = await order()
    expect(in_app_methods).toEqual(['wechat'])
    const back = await identify(order_no)
    expect([back.status, back.headers.get('location')]).toEqual([303, `/pay/pay?id=${order_no}`])

    const request = await open(order_no)
    expect(request).toMatchObject({ appId: wechat.accountAppid, signType: 'RSA' })
    expect(wechat.trades.find(findTrade())).toMatchObject({
      type: 'JSAPI',
      appid: wechat.accountAppid,
      openid: getOpenid(person),
      total: TICKET_FEN,
    })
    expect(wechat.payInApp(request, getOpenid(person))).toBe('get_brand_wcpay_request:ok')
    expect((await notify()).status).toBe(204)
    expect(await buyer.readStatus(order_no)).toBe('paid')
    // The openid is stored with the attempt only, and not logged.
    expect(api.logs.join('')).not.toContain(getOpenid(person))
  })

  test('reopens the same payment after it was dismissed', async () => {
    const { order_no } = await order()
    await identify(order_no)
    const first = await open(order_no)
    const again = await open(order_no)
    expect(again.package).toBe(first.package)
    expect(wechat.payInApp(again, getOpenid(person))).toBe('get_brand_wcpay_request:ok')
    clock.now += 11_000
    await runJobs(api)
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })

  test('cannot be made by another payer or with altered parameters', async () => {
    const { order_no } = await order()
    await identify(order_no)
    const request = await open(order_no)
    const failed = 'get_brand_wcpay_request:fail'
    expect(wechat.payInApp(request, 'oSomebodyElse0000000000000000')).toBe(failed)
    expect(wechat.payInApp({ ...request, nonceStr: 'another' }, getOpenid(person))).toBe(failed)
    expect(wechat.payInApp({ ...request, timeStamp: '1' }, getOpenid(person))).toBe(failed)
  })

  test('of another person in the same browser is a separate trade', async () => {
    const { order_no } = await order()
    await identify(order_no)
    const first = await open(order_no)
    await visitor.call('POST /api/user/logout', { body: { everywhere: false } })
    clock.now += 2 * MINUTE
    await visitor.logIn('+8613800138000')
    oauth.state.person = createPerson('oAnotherPerson00000000000000')
    await identify(order_no)
    const second = await open(order_no)
    expect(second.package).not.toBe(first.package)
    expect(wechat.payInApp(first, getOpenid(person))).toBe('get_brand_wcpay_request:fail')
    expect(wechat.payInApp(second, 'oAnotherPerson00000000000000')).toBe(
      'get_brand_wcpay_request:ok',
    )
  })

  test('closes an open trade of the desktop first', async () => {
    const { order_no } = await order()
    await buyer.call('POST /api/order/pay', { order_no, method: 'wechat' })
    const desktop = findTrade()
    await identify(order_no)
    await open(order_no)
    expect(wechat.trades.find(desktop).state).toBe('CLOSED')
  })

  test('of an expired order is refused before the redirect to WeChat', async () => {
    const { order_no } = await order()
    clock.now += 20 * MINUTE
    expect((await pay(order_no)).code).toBe(500103)
    await runJobs(api)
  })

  test('of another member’s order gets 404', async () => {
    const { order_no } = await order()
    const other = createVisitor(api)
    await other.logIn('+8613900139000')
    expect((await pay(order_no, other)).code).toBe(404)
  })
})

describe('payer identification callback', () => {
  /** Each must leave the payer unidentified. */
  const FORGERIES: [string, (back: URL) => Promise<void> | void][] = [
    ['without a state', (back) => back.searchParams.delete('state')],
    ['with a made-up state', (back) => back.searchParams.set('state', 'f'.repeat(96))],
    [
      'with a changed state',
      (back) => {
        const state = back.searchParams.get('state') ?? ''
        back.searchParams.set('state', `${state.slice(0, -1)}${state.endsWith('0') ? '1' : '0'}`)
      },
    ],
    ['for another order', (back) => back.searchParams.set('order', 'A2345678B')],
    ['in another language', (back) => back.searchParams.set('lang', 'en')],
    ['without a code', (back) => back.searchParams.delete('code')],
    ['with a made-up code', (back) => back.searchParams.set('code', '0'.repeat(32))],
    [
      'with a code of another app',
      (back) => back.searchParams.set('code', oauth.issueCode(person, 'wx0000000000000000', '')),
    ],
    [
      'from a browser without cookies',
      () => {
        visitor.cookies.delete('__Host-device')
      },
    ],
  ]

  test.each(FORGERIES)('%s is rejected', async (_, forge) => {
    const { order_no } = await order()
    const back = new URL(await authorize(await readIdentification(order_no)))
    await forge(back)
    const response = await visitor.visit(back.href)
    expect(response.headers.getSetCookie().join()).not.toContain('payer')
    expect(api.logs.join('')).toContain('the payer could not be identified')
  })

  test('is accepted for ten minutes', async () => {
    const { order_no } = await order()
    const url = await readIdentification(order_no)
    const visit = async () =>
      (await visitor.visit(await authorize(url))).headers.getSetCookie().join()
    clock.now += 10 * MINUTE
    expect(await visit()).toContain('payer')
    clock.now += 1000
    expect(await visit()).not.toContain('payer')
  })

  test('is rejected in another browser, so that nobody pays for others', async () => {
    const { order_no } = await order()
    const stranger = createVisitor(api)
    await stranger.read('POST /api/user/nonce')
    const address = await authorize(await readIdentification(order_no))
    const response = await stranger.visit(address)
    expect(response.headers.getSetCookie().join()).not.toContain('payer')
  })

  test('has no effect the second time', async () => {
    const { order_no } = await order()
    const address = await authorize(await readIdentification(order_no))
    await visitor.visit(address)
    const again = await visitor.visit(address)
    expect(again.headers.getSetCookie().join()).not.toContain('payer')
    expect((await pay(order_no)).data).toMatchObject({ status: 'waiting' })
  })

  test('cannot redirect elsewhere', async () => {
    const bad = await visitor.visit('/api/pay/wechat_payer?order=//evil.example&lang=en')
    expect(bad.status).toBe(400)
  })

  test('a payer cookie with another payer is ignored', async () => {
    const { order_no } = await order()
    await identify(order_no)
    const [, signature] = (visitor.cookies.get(PAYER_COOKIE) ?? '').split('.')
    visitor.cookies.set(PAYER_COOKIE, `oSomebodyElse0000000000000000.${signature}`)
    expect((await pay(order_no)).data).toMatchObject({ status: 'identify' })
  })

  test('a payer cookie of another browser is ignored', async () => {
    const { order_no } = await order()
    await identify(order_no)
    const cookie = visitor.cookies.get(PAYER_COOKIE) ?? ''
    expect(cookie).toContain(getOpenid(person))
    clock.now += 2 * MINUTE
    const other = createVisitor(api)
    await other.logIn('+8613800138000')
    other.cookies.set(PAYER_COOKIE, cookie)
    expect((await pay(order_no, other)).data).toMatchObject({ status: 'identify' })
  })
})

describe('when WeChat', () => {
  test.each(['unreachable', 'busy', 'server error', 'snapshot'] as const)(
    'is "%s" during identification, the buyer returns and can try again',
    async (faultMode) => {
      const { order_no } = await order()
      const address = await authorize(await readIdentification(order_no))
      oauth.state.faultMode = faultMode
      expect((await visitor.visit(address)).headers.get('location')).toBe(`/pay/pay?id=${order_no}`)
      expect((await pay(order_no)).data).toMatchObject({ status: 'identify' })
      expect(api.logs.join('')).not.toContain(oauth.secret)
      oauth.state.faultMode = 'none'
      await identify(order_no)
      expect((await pay(order_no)).data).toMatchObject({ status: 'waiting' })
    },
  )

  test('Pay is unreachable, the order stays payable', async () => {
    const { order_no } = await order()
    await identify(order_no)
    wechat.state.faultMode = 'unreachable'
    expect((await pay(order_no)).code).toBe(500106)
    wechat.state.faultMode = 'none'
    expect(wechat.payInApp(await open(order_no), getOpenid(person))).toBe(
      'get_brand_wcpay_request:ok',
    )
    await notify()
    expect(await buyer.readStatus(order_no)).toBe('paid')
  })
})

test('a notification for an unconfigured app is rejected', async () => {
  const { order_no } = await order()
  await identify(order_no)
  wechat.payInApp(await open(order_no), getOpenid(person))
  expect((await notify({ appid: 'wx0000000000000000' })).status).toBe(401)
  expect(await buyer.readStatus(order_no)).toBe('pending')
  expect((await notify()).status).toBe(204)
})

test('without an official account, payment inside WeChat is not offered', async () => {
  const plain = await openAdminApi({ settings: wechat.settings })
  const one = createVisitor(plain)
  await one.logIn('+8613800138000')
  const own = createBuyer(plain, { id: 0, headers: buyerHeaders(one) })
  const { order_no, in_app_methods } = await own.order(buildTicketOrder(1))
  expect(in_app_methods).toEqual([])
  expect((await pay(order_no, one)).code).toBe(400)
  await plain.close()
})
