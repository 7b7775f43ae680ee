import type { Page } from 'playwright/test'
import { ProviderMethodSchema } from '#api/pay-methods.ts'
import type { Scenario, TestLocale } from '#tests/e2e/test-matrix.ts'
import { requestPage } from '#tests/hosts/tls-proxy.ts'
import type { Alipay } from './alipay/start-alipay.ts'
import type { StripeApi } from './stripe/start-stripe.ts'
import type { WechatPay } from './wechat-pay/start-wechat-pay.ts'
import { findPaymentCode } from './checkout-page.ts'
import { getTexts } from './interface-texts.ts'

/** The methods of a venue in production. */
export const VENUE_METHODS = ProviderMethodSchema.options.filter((method) => method !== 'sandbox')
export type VenueMethod = (typeof VENUE_METHODS)[number]

/** Simulates a payer at a provider, once the method is chosen on the payment page. */
export interface Payer {
  method: VenueMethod
  /** Pays on the provider's page or by QR code, and returns to the site. */
  pay(page: Page, scenario: Scenario): Promise<void>
  /** Net total of all payments at the provider (paid minus refunded), in fen. */
  readNetTotal(): number
  /** Sets whether the provider responds. */
  setReachable(isReachable: boolean): void
}

type Headers = Record<string, string>

/** Sends a notification through the proxy, like a provider. */
async function notify(site: string, path: string, body: string, headers: Headers): Promise<void> {
  const { status, text } = await requestPage(site, path, { method: 'POST', body, headers })
  if (status >= 300) throw new Error(`${path} responded with ${status} ${text}`)
}

/** Behaviour of a provider's payment page. */
interface ProviderPage {
  pay: () => Promise<void>
  backTo: string
}

/** Clicks the pay button, and pays on a fake page in place of the provider's. */
async function payOnPage(
  page: Page,
  locale: TestLocale,
  pattern: RegExp,
  open: (address: string) => ProviderPage,
): Promise<void> {
  const context = page.context()
  await context.route(pattern, async (route) => {
    const { pay, backTo } = open(route.request().url())
    await context.route('https://provider.invalid/pay', async (paid) => {
      await pay()
      const body = `<a href="${backTo.replaceAll('&', '&amp;')}">Back to the shop</a>`
      await paid.fulfill({ contentType: 'text/html', body })
    })
    const body = '<a href="https://provider.invalid/pay">Pay</a>'
    await route.fulfill({ contentType: 'text/html', body })
  })
  await page.getByRole('button', { name: getTexts(locale).whole('pay:pay_on_phone') }).click()
  await page.getByRole('link', { name: 'Pay' }).click()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)

interface PaidTrade {
  total: number
  paidAt: number | null
  refunds: ReadonlyMap<string, { amount: number }>
}

/** Net total of trades (paid minus refunded), in fen. */
const sumNetTotals = (trades: ReadonlyMap<string, PaidTrade>): number =>
  sum(
    [...trades.values()]
      .filter(({ paidAt }) => paidAt !== null)
      .map(({ total, refunds }) => total - sum([...refunds.values()].map(({ amount }) => amount))),
  )

export function createWechatPayer({ trades, notify: sign, state }: WechatPay, site: string): Payer {
  async function payTrade(outTradeNo: string): Promise<void> {
    trades.pay(outTradeNo)
    const { body, headers } = sign(outTradeNo)
    await notify(site, '/api/pay/wechat_notify', body, headers)
  }
  return {
    method: 'wechat',
    async pay(page, { locale, device }) {
      if (device === 'desktop') {
        await findPaymentCode(page, locale).waitFor()
        await payTrade([...trades.all.keys()].at(-1) ?? '')
        return
      }
      await payOnPage(page, locale, /^https:\/\/wx\.tenpay\.com\//, (address) => {
        const { searchParams } = new URL(address)
        return {
          pay: () => payTrade(searchParams.get('prepay_id') ?? ''),
          backTo: searchParams.get('redirect_url') ?? '',
        }
      })
    },
    readNetTotal: () => sumNetTotals(trades.all),
    setReachable: (isReachable) => void (state.faultMode = isReachable ? 'none' : 'unreachable'),
  }
}

export function createAlipayPayer(alipay: Alipay, site: string): Payer {
  const { trades, state } = alipay
  return {
    method: 'alipay',
    async pay(page, { locale }) {
      await payOnPage(page, locale, new RegExp(`^${alipay.settings.ALIPAY_URL}`), (address) => {
        const { outTradeNo, returnUrl } = alipay.openPage(address)
        return {
          async pay() {
            trades.pay(outTradeNo)
            await notify(site, '/api/pay/alipay_notify', alipay.notify(outTradeNo), {
              'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
            })
          },
          backTo: returnUrl,
        }
      })
    },
    readNetTotal: () => sumNetTotals(trades.all),
    setReachable: (isReachable) => void (state.faultMode = isReachable ? 'none' : 'unreachable'),
  }
}

export function createStripePayer(stripe: StripeApi, site: string): Payer {
  const { account, state } = stripe
  return {
    method: 'stripe',
    async pay(page, { locale }) {
      await payOnPage(page, locale, /^https:\/\/checkout\.stripe\.com\//, (address) => {
        const session = account.find(new URL(address).pathname.split('/').at(-1) ?? '')
        return {
          async pay() {
            const paid = account.pay(session.id)
            const { body, headers } = stripe.notify('checkout.session.completed', paid)
            await notify(site, '/api/pay/stripe_notify', body, headers)
          },
          backTo: session.success_url,
        }
      })
    },
    readNetTotal: () =>
      sum(
        [...account.sessions.values()]
          .filter(({ payment_status: status }) => status === 'paid')
          .map(({ amount_total: total }) => total),
      ) - sum(account.refunds.map(({ amount }) => amount)),
    setReachable: (isReachable) => void (state.faultMode = isReachable ? 'none' : 'unreachable'),
  }
}
