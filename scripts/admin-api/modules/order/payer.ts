import type { Locale } from '#api/language.ts'
import type { Deps } from '../../deps.ts'
import type { InAppPayment } from '../../providers/payment/payment.ts'
import { issueState, isStateOf } from '../../security/browser-state.ts'
import { isSameHash } from '../../security/hash.ts'
import { sign } from '../../security/secrets.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { identifyDevice, readDeviceHash } from '../../sessions/identify-device.ts'

/** The path of the site to which WeChat returns with the payer. */
export const PAYER_PATH = '/api/pay/wechat_payer'

const signPayer = ({ secrets, config }: Deps, payer: string, deviceHash: string): string =>
  sign(secrets.deriveKey('wechat-payer'), config.wechatAccount?.appid ?? '', payer, deviceHash)

/** Who pays in this browser; null until the payer was identified. */
export function readPayer(deps: Deps, cookies: Cookies): string | null {
  const [, payer = '', signature = ''] =
    /^([\w-]+)\.([\w-]+)$/.exec(cookies.readPayer() ?? '') ?? []
  const deviceHash = readDeviceHash(cookies)
  if (payer === '' || deviceHash === '') return null
  return isSameHash(signature, signPayer(deps, payer, deviceHash)) ? payer : null
}

/**
 * Keeps who pays in the browser itself, in a cookie that scripts cannot read: signed, and worthless in
 * another browser or for another app. Nothing about the payer is stored before a payment.
 */
function writePayer(deps: Deps, cookies: Cookies, payer: string): void {
  cookies.writePayer(`${payer}.${signPayer(deps, payer, readDeviceHash(cookies))}`)
}

/** The order whose payment goes on afterwards, and the language of its checkout. */
interface Checkout {
  order_no: string
  lang: Locale
}

const subjectOf = ({ order_no, lang }: Checkout) => ['payer', order_no, lang]

/** The page that identifies the payer and returns to this browser and checkout. */
export function createPayerUrl(
  { secrets, config }: Deps,
  inApp: InAppPayment,
  { cookies, now, ...checkout }: Checkout & { cookies: Cookies; now: number },
): string {
  const bound = { deviceHash: identifyDevice(cookies), subject: subjectOf(checkout) }
  const back = new URL(PAYER_PATH, config.siteUrl)
  back.search = new URLSearchParams({ order: checkout.order_no, lang: checkout.lang }).toString()
  return inApp.createPayerUrl(back.href, issueState(secrets, bound, now))
}

interface PayerReturn extends Checkout {
  code: string
  state: string
}

/** Takes the payer's return from the provider. A failure is logged, and the checkout asks again. */
export async function receivePayer(
  deps: Deps,
  cookies: Cookies,
  { code, state, ...checkout }: PayerReturn,
): Promise<void> {
  const { logger, payments, secrets } = deps
  const inApp = payments.get('wechat')?.inApp
  const bound = { deviceHash: readDeviceHash(cookies), subject: subjectOf(checkout) }
  try {
    if (!inApp) throw new Error('payment inside WeChat is not configured')
    if (!isStateOf(secrets, state, bound, deps.now())) throw new Error('state of another browser')
    writePayer(deps, cookies, await inApp.findPayer(code))
  } catch (error) {
    logger.warn({ err: error }, 'the payer could not be identified')
  }
}
