import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConfig, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { startStripe, type StripeApi } from '#tests/support/stripe/start-stripe.ts'

let stripe: StripeApi
let api: TestAdminApi
beforeAll(async () => {
  stripe = await startStripe(() => api.clock.now)
})
afterAll(() => stripe.close())
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

describe('npm run admin -- providers check', () => {
  const run = (settings: Record<string, string> = {}) =>
    runAdminLine(
      () => createConfig(api.dataDir, { ...stripe.settings, ...settings }),
      ['providers', 'check'],
    )

  test('says that Stripe responds, and changes nothing there', async () => {
    const before = stripe.account.sessions.size
    expect(await run()).toMatchObject({ code: 0, output: 'payment by stripe: responds' })
    expect(stripe.account.sessions.size).toBe(before)
  })

  test('names in a line each what is wrong', async () => {
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
