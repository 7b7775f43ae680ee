import { describeError } from '../../lib/describe-error.ts'
import { openFileStore, type FileStoreConfig } from '../../lib/file-store/open-file-store.ts'
import type { Config } from '../config.ts'
import type { Gateway } from './messenger/message.ts'
import type { PaymentProvider } from './payment/payment.ts'
import type { SignInProviders } from './sign-in/create-providers.ts'
import { GOOGLE_KEYS_URL } from './sign-in/google.ts'
import type { SignInProvider } from './sign-in/provider.ts'
import { createWechatOauth } from './wechat/oauth.ts'

const TIMEOUT_MS = 10_000
/** A merchant trade number that does not exist. */
const UNKNOWN_TRADE = 'E00000000PROVIDERCHECK00'

async function checkPayment(provider: PaymentProvider): Promise<void> {
  if (provider.check) return provider.check()
  // Signed like every call, so it verifies the keys; the trade does not exist.
  await provider.query(UNKNOWN_TRADE)
}

/** Connects and authenticates without sending. */
async function checkMail(mail: { url: string; from: string }): Promise<void> {
  const { createSmtpMailer } = await import('./mail/smtp.ts')
  const mailer = createSmtpMailer(mail)
  try {
    await mailer.check()
  } finally {
    mailer.close()
  }
}

async function checkStorage(location: FileStoreConfig): Promise<void> {
  const files = await openFileStore(location)
  await files.listNames('files/')
}

async function checkSignIn({ name, redirect }: SignInProvider): Promise<void> {
  if (name === 'google') {
    const response = await fetch(GOOGLE_KEYS_URL, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`responded ${response.status}`)
  }
  await redirect?.check()
}

interface Providers {
  payments: ReadonlyMap<string, PaymentProvider>
  gateways: readonly Gateway[]
  signIn: SignInProviders
}

/**
 * Makes a read-only call to each configured provider: payment, message gateways, mail, object storage,
 * sign-in.
 * @returns name and error per provider, in this order (null for a success); empty when none is configured
 */
export async function checkProviders(
  { wechatAccount, mail, ...location }: Pick<Config, 'wechatAccount' | 'mail'> & FileStoreConfig,
  { payments, gateways, signIn }: Providers,
) {
  const checks: [string, () => Promise<void>][] = [...payments].map(([name, provider]) => [
    `payment by ${name}`,
    () => checkPayment(provider),
  ])
  if (wechatAccount !== null) {
    checks.push(['WeChat official account', () => createWechatOauth(wechatAccount).check()])
  }
  for (const { name, check } of gateways) {
    checks.push([name === 'http' ? 'message gateway' : `messages by ${name}`, check])
  }
  if (mail.provider === 'smtp') checks.push(['mail', () => checkMail(mail)])
  if (location.storage) checks.push(['object storage', () => checkStorage(location)])
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
        return { name, fault: describeError(error) }
      }
    }),
  )
}
