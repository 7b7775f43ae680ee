import type { Locale } from '#api/language.ts'
import type { Deps } from '../../deps.ts'
import type { InAppPayment } from '../../providers/payment/payment.ts'
import { issueState, isStateOf } from '../../security/browser-state.ts'
import { isSameHash } from '../../../lib/is-same-hash.ts'
import { sign } from '../../security/secrets.ts'
import { identifyDevice, readDeviceHash, type Cookies } from '../../sessions/cookies.ts'

/** Redirect path of WeChat's authorisation of the payer. */
export const PAYER_PATH = '/api/pay/wechat_payer'

const signPayer = ({ secrets, config }: Deps, payer: string, deviceHash: string): string =>
  sign(secrets.deriveKey('wechat-payer'), config.wechatAccount?.appid ?? '', payer, deviceHash)

/** The openid of the payer in this browser; null until the payer is identified. */
export function readPayer(deps: Deps, cookies: Cookies): string | null {
  const [, payer = '', signature = ''] =
    /^([\w-]+)\.([\w-]+)$/.exec(cookies.read('payer') ?? '') ?? []
  const deviceHash = readDeviceHash(cookies)
  if (payer === '' || deviceHash === '') return null
  return isSameHash(signature, signPayer(deps, payer, deviceHash)) ? payer : null
}

interface Checkout {
  order_no: string
  lang: Locale
}

const getSubject = ({ order_no, lang }: Checkout) => ['payer', order_no, lang]

/** URL of WeChat's authorisation page, which returns to this browser and checkout. */
export function createPayerUrl(
  { secrets, config }: Deps,
  inApp: InAppPayment,
  { cookies, now, ...checkout }: Checkout & { cookies: Cookies; now: number },
): string {
  const binding = { deviceHash: identifyDevice(cookies), subject: getSubject(checkout) }
  const returnUrl = new URL(PAYER_PATH, config.siteUrl)
  returnUrl.search = new URLSearchParams({
    order: checkout.order_no,
    lang: checkout.lang,
  }).toString()
  return inApp.createPayerUrl(returnUrl.href, issueState(secrets, binding, now))
}

/** Handles the payer's return from WeChat. Failures are logged, and the checkout can try again. */
export async function receivePayer(
  deps: Deps,
  cookies: Cookies,
  { code, state, ...checkout }: Checkout & { code: string; state: string },
): Promise<void> {
  const { logger, payments, secrets } = deps
  const inApp = payments.get('wechat')?.inApp
  const binding = { deviceHash: readDeviceHash(cookies), subject: getSubject(checkout) }
  try {
    if (!inApp) throw new Error('payment inside WeChat is not configured')
    if (!isStateOf(secrets, state, binding, deps.now())) throw new Error('state of another browser')
    const payer = await inApp.findPayer(code)
    // Signed, so that it is not valid in another browser or for another app. The server stores nothing about the
    // payer before a payment.
    cookies.write('payer', `${payer}.${signPayer(deps, payer, binding.deviceHash)}`)
  } catch (error) {
    logger.warn({ err: error }, 'the payer could not be identified')
  }
}
