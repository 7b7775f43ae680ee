import type { Config } from '../config.ts'
import type { Gateway } from './messenger/message.ts'
import type { PaymentProvider } from './payment/payment.ts'
import type { SignInProviders } from './sign-in/create-providers.ts'
import { GOOGLE_KEYS_URL } from './sign-in/google.ts'
import type { SignInProvider } from './sign-in/provider.ts'
import { createWechatOauth } from './wechat/oauth.ts'

const TIMEOUT_MS = 10_000
/** A merchant trade number that no attempt has. */
const NO_TRADE = 'E00000000PROVIDERCHECK00'

export interface ProviderReport {
  name: string
  /** What is wrong; null when the provider responded as it should. */
  fault: string | null
}

/** A failed call in one line, with its cause: "fetch failed" alone explains nothing. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.message}${cause}`.replaceAll(/\s+/g, ' ')
}

async function checkPayment(provider: PaymentProvider): Promise<void> {
  if (provider.check) return provider.check()
  // Signed like every call; the provider has no trade of this number.
  await provider.query(NO_TRADE)
}

/** Connects and logs in; sends nothing. */
async function checkMail(mail: { url: string; from: string }): Promise<void> {
  const { createSmtpMailer } = await import('./mail/smtp.ts')
  const mailer = createSmtpMailer(mail)
  try {
    await mailer.check()
  } finally {
    mailer.close()
  }
}

async function checkKeys(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`responded ${response.status}`)
}

async function checkSignIn({ name, redirect }: SignInProvider): Promise<void> {
  if (name === 'google') await checkKeys(GOOGLE_KEYS_URL)
  await redirect?.check()
}

interface Providers {
  payments: ReadonlyMap<string, PaymentProvider>
  gateways: readonly Gateway[]
  signIn: SignInProviders
}

/**
 * Calls each configured provider once, without effect: payment, gateways of messages, mail, sign-in.
 * @returns a report for each, in this order; empty when none is configured
 */
export async function checkProviders(
  { wechatAccount, mail }: Pick<Config, 'wechatAccount' | 'mail'>,
  { payments, gateways, signIn }: Providers,
): Promise<ProviderReport[]> {
  const checks: [string, () => Promise<void>][] = [...payments].map(([name, provider]) => [
    `payment by ${name}`,
    () => checkPayment(provider),
  ])
  if (wechatAccount !== null) {
    checks.push(['official account of WeChat', () => createWechatOauth(wechatAccount).check()])
  }
  for (const { name, check } of gateways) {
    checks.push([name === 'http' ? 'message gateway' : `messages by ${name}`, check])
  }
  if (mail.provider === 'smtp') checks.push(['mail', () => checkMail(mail)])
  for (const provider of signIn.list) {
    if (provider === signIn.embedded) continue
    checks.push([`sign-in with ${provider.label.en}`, () => checkSignIn(provider)])
  }
  return Promise.all(
    checks.map(async ([name, check]) => {
      try {
        await check()
        return { name, fault: null }
      } catch (error) {
        return { name, fault: describeFault(error) }
      }
    }),
  )
}
