import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startAlipay, type Alipay } from '#tests/support/alipay/start-alipay.ts'
import {
  createTemporaryFolder,
  FIRST_START,
  openAdminApi,
  type TestAdminApi,
} from '#tests/support/admin-api.ts'
import { startObjectStore } from '#tests/support/object-store/start-object-store.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { startAliyun } from '#tests/support/sms/start-aliyun.ts'
import { startOidc } from '#tests/support/oidc/start-oidc.ts'
import { startWechatOauth } from '#tests/support/wechat-oauth/start-wechat-oauth.ts'
import { startStripe, type StripeApi } from '#tests/support/stripe/start-stripe.ts'

let stripe: StripeApi
let alipay: Alipay
let api: TestAdminApi
beforeAll(async () => {
  stripe = await startStripe(() => api.clock.now)
  alipay = await startAlipay(() => api.clock.now)
})
afterAll(() => Promise.all([stripe.close(), alipay.close()]))
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

describe('npm run admin -- providers check', () => {
  const run = (settings: Record<string, string> = {}) =>
    runAdminLine(api, 'providers check', { settings: { ...stripe.settings, ...settings } })

  test('reports that Stripe responds, without creating anything there', async () => {
    const before = stripe.account.sessions.size
    expect(await run()).toMatchObject({ code: 0, output: 'payment by stripe: responds' })
    expect(stripe.account.sessions.size).toBe(before)
  })

  test('reports that Alipay responds, or why it refuses', async () => {
    expect(await run({ ...alipay.settings })).toMatchObject({
      code: 0,
      output: 'payment by alipay: responds',
    })
    expect(alipay.trades.all.size).toBe(0)
    const { output } = await run({ ...alipay.settings, ALIPAY_APP: '2021000000000000' })
    expect(output).toBe('payment by alipay: isv.invalid-app-id: isv.invalid-app-id')
  })

  test('reports whether the object store can be used', async () => {
    const store = await startObjectStore()
    onTestFinished(() => store.close())
    for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await run({ STORAGE_URL: store.url })).toMatchObject({
      code: 0,
      output: 'payment by stripe: responds\nobject storage: responds',
    })
    const wrong = await run({ STORAGE_URL: store.url.replace('theatre', 'other') })
    expect(wrong).toMatchObject({ code: 1, errors: 'Not usable: object storage' })
    expect(wrong.output).toContain('object storage: NoSuchBucket')
  })

  test('reports whether sign-in providers work, without signing in', async () => {
    const now = () => FIRST_START
    const oidc = await startOidc(now)
    const wechat = await startWechatOauth(
      [{ appid: 'wxed382be4b54bb0da', domain: 'https://theatre.example', scopes: [] }],
      now,
    )
    const settings = {
      PAYMENT_PROVIDER: 'sandbox',
      ...oidc.settings,
      ...wechat.settings,
      WECHAT_WEBSITE_APP: 'wxed382be4b54bb0da',
      WECHAT_WEBSITE_SECRET: wechat.secret,
    }
    const [fine, wrong] = [
      await run(settings),
      await run({
        ...settings,
        OIDC_ISSUER: 'http://127.0.0.1:1',
        WECHAT_WEBSITE_SECRET: 'd'.repeat(32),
      }),
    ]
    await Promise.all([oidc.close(), wechat.close()])
    expect(fine.output.split('\n')).toEqual([
      'payment by sandbox: responds',
      'sign-in with WeChat: responds',
      'sign-in with Theatre ID: responds',
    ])
    expect(wrong.output.split('\n').slice(1)).toEqual([
      'sign-in with WeChat: 40125: invalid appsecret, rid: 6a5f',
      expect.stringMatching(/^sign-in with Theatre ID: .*(ECONNREFUSED|fetch failed|bad port)/),
    ])
  })

  test('works before the first start and leaves no files', async () => {
    using folder = createTemporaryFolder()
    const dataDir = join(folder.path, 'data')
    const { settings } = stripe
    expect(await runAdminLine({ dataDir }, 'providers check', { settings })).toMatchObject({
      code: 0,
      output: 'payment by stripe: responds',
    })
    expect(existsSync(dataDir)).toBe(false)
    const { code, errors } = await runAdminLine({ dataDir }, 'providers receipts', { settings })
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/no database/) })
    expect(existsSync(dataDir)).toBe(false)
    // The key of the URLs is not in the data folder.
    const secret = { settings: { ...settings, APP_SECRET: 's'.repeat(32) } }
    expect(await runAdminLine({ dataDir }, 'providers receipts', secret)).toMatchObject({ code: 0 })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('lists messages that have no template at the SMS gateways', async () => {
    const aliyun = await startAliyun(() => FIRST_START)
    const templates = aliyun.settings.ALIYUN_SMS_TEMPLATES
    const settings = { ...aliyun.settings, MESSENGER: 'aliyun' }
    const [few, more] = [
      await run(settings),
      await run({ ...settings, ALIYUN_SMS_TEMPLATES: `${templates} show_moved.en=SMS_154950910` }),
    ]
    await aliyun.close()
    expect(few).toMatchObject({ code: 0, output: expect.stringContaining('aliyun: responds') })
    expect(few.output).toMatch(/no gateway has a template: show_cancelled, show_moved, course_/)
    expect(more.output).toMatch(/no gateway has a template: show_cancelled, course_/)
  })

  test('reports each failing provider in a line', async () => {
    const { code, output, errors } = await run({
      STRIPE_SECRET_KEY: 'sk_test_anotherKey12345',
      MESSENGER: 'http',
      MESSENGER_URL: 'http://127.0.0.1:1',
      MESSENGER_SECRET: 's'.repeat(32),
    })
    expect(code).toBe(1)
    expect(output.split('\n')).toEqual([
      'payment by stripe: Invalid API Key provided',
      expect.stringMatching(/^message gateway: fetch failed \(.+\)$/),
    ])
    expect(errors).toContain('Not usable: payment by stripe, message gateway')
  })
})
