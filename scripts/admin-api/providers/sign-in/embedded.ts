import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { join } from 'node:path'
import { createLocalJWKSet, SignJWT } from 'jose'
import * as v from 'valibot'
import { mapLocales } from '#api/language.ts'
import { readTexts } from '#i18n/read-texts.ts'
import { readOrCreateFile } from '../../../lib/read-or-create-file.ts'
import { sign } from '../../security/secrets.ts'
import type { ScriptProvider } from './provider.ts'

const ALGORITHM = 'ES256'
const ISSUER = 'embedded'
/** The same as Google's. */
const LIFETIME_S = 60 * 60

/** An account of the embedded provider. */
export interface TestAccount {
  name: string
  email?: string
}

/** Accounts in the chooser, besides a custom name. */
export const TEST_ACCOUNTS: readonly Required<TestAccount>[] = [
  { name: '林小满', email: 'lin.xiaoman@example.com' },
  { name: '周聿', email: 'zhou.yu@example.com' },
  { name: 'Alex Morgan', email: 'alex.morgan@example.com' },
]

interface Request {
  clientId: string
  nonce: string
  account: TestAccount
  now: number
}

/** The provider of a test installation; it accepts any identity and issues signed tokens. */
export interface EmbeddedProvider extends ScriptProvider {
  issueToken(request: Request): Promise<string>
}

/** A private ES256 key (RFC 7518, section 6.2). */
const KeySchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
})
function generateKey(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

/**
 * The signing key of the embedded provider: generated at the first start and stored in the data
 * folder, readable by its owner only.
 */
export function loadSigningKey(dataDir: string) {
  const file = join(dataDir, 'sign-in-key.json')
  const key = readOrCreateFile(file, () => JSON.stringify(generateKey()))
  return v.parse(KeySchema, JSON.parse(key))
}

interface EmbeddedOptions {
  dataDir: string
  /** Derives subjects: stable per account, and not guessable. */
  subjectKey: Buffer
}

const TEXTS = readTexts('sign_in')

/**
 * A sign-in provider inside the API, for test installations. It follows Google's flow: client script,
 * popup, ID token signed with its own key.
 */
export function createEmbedded({ dataDir, subjectKey }: EmbeddedOptions): EmbeddedProvider {
  const { d, ...publicKey } = loadSigningKey(dataDir)
  const header = { alg: ALGORITHM, kid: publicKey.x.slice(0, 16) }
  return {
    kind: 'script',
    name: 'embedded',
    label: mapLocales((locale) => TEXTS[locale]('sign_in:test_account')),
    script: '/api/sign-in/client.js',
    tokens: {
      clientId: 'embedded-site',
      issuers: [ISSUER],
      algorithms: [ALGORITHM],
      getKey: createLocalJWKSet({ keys: [{ ...publicKey, ...header, use: 'sig' }] }),
    },
    redirect: null,
    issueToken({ clientId, nonce, account, now }) {
      const { name, email } = account
      const seconds = Math.floor(now / 1000)
      return new SignJWT({ nonce, name, ...(email && { email, email_verified: true }) })
        .setProtectedHeader({ ...header, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(clientId)
        .setSubject(sign(subjectKey, 'subject', email ?? '', name))
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFETIME_S)
        .sign({ ...publicKey, d, alg: ALGORITHM })
    },
  }
}
