import { createPrivateKey, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { createTextSchema } from '../../../lib/read-config.ts'
import { createFileSchema } from '../key-files.ts'
import {
  hasRequired,
  requireTogether,
  type RequiredSettings,
  type SettingValues,
} from '../require-settings.ts'

const IdSchema = createTextSchema(/^\S{1,200}$/, 'expected an id without spaces')
const GoogleIdSchema = createTextSchema(
  /^[\w-]+\.apps\.googleusercontent\.com$/,
  'expected an id like 1234-abc.apps.googleusercontent.com',
)
const SecretSchema = createTextSchema(/^\S{8,500}$/, 'expected a client secret')

const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost'].includes(hostname)

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
}

function parseEcKey(pem: Buffer): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ec') throw new Error('not an elliptic curve key')
  return key
}

/** Environment variables of sign-in providers; each provider is offered once it is fully configured. */
export const SIGN_IN_SETTINGS = {
  GOOGLE_CLIENT_ID: GoogleIdSchema,
  GOOGLE_CLIENT_SECRET: SecretSchema,
  APPLE_CLIENT_ID: IdSchema,
  APPLE_TEAM: createTextSchema(/^[A-Z0-9]{10}$/, 'expected 10 characters'),
  APPLE_KEY_ID: createTextSchema(/^[A-Z0-9]{10}$/, 'expected 10 characters'),
  APPLE_KEY: createFileSchema(parseEcKey, 'expected a file like AuthKey_ABC123DEFG.p8'),
  MICROSOFT_CLIENT_ID: IdSchema,
  MICROSOFT_CLIENT_SECRET: SecretSchema,
  MICROSOFT_TENANT: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'expected a tenant such as common or contoso.com')),
    'common',
  ),
  OIDC_ISSUER: v.optional(
    v.pipe(v.string(), v.check(isIssuer, 'expected an address like https://id.example.org')),
  ),
  OIDC_CLIENT_ID: IdSchema,
  OIDC_CLIENT_SECRET: SecretSchema,
  OIDC_LABEL: createTextSchema(/^\S(.{0,38}\S)?$/u, 'expected a name of at most 40 characters'),
}

const SITE = { SITE_URL: 'expected the public address of the site, to which providers redirect' }

const APPLE = {
  APPLE_CLIENT_ID: 'expected the Services ID at Apple',
  APPLE_TEAM: 'expected the Team ID at Apple',
  APPLE_KEY_ID: 'expected the id of APPLE_KEY',
  APPLE_KEY: 'expected the file of the key for Sign in with Apple',
}
const MICROSOFT = {
  MICROSOFT_CLIENT_ID: 'expected the application (client) id at Microsoft',
  MICROSOFT_CLIENT_SECRET: 'expected the client secret at Microsoft',
}
const OIDC = {
  OIDC_ISSUER: 'expected the issuer of the OpenID provider',
  OIDC_CLIENT_ID: 'expected the client id at the OpenID provider',
  OIDC_CLIENT_SECRET: 'expected the client secret at the OpenID provider',
  OIDC_LABEL: 'expected the name of the provider as shown to visitors',
}

/** Variables that the sign-in providers require. Google works without a secret, by its script only. */
export const SIGN_IN_RULES: readonly RequiredSettings[] = [
  {
    isUsed: (read) => read('GOOGLE_CLIENT_SECRET') !== undefined,
    required: { GOOGLE_CLIENT_ID: 'expected the client id of GOOGLE_CLIENT_SECRET', ...SITE },
  },
  ...[APPLE, MICROSOFT, OIDC].map((group) => requireTogether(group, SITE)),
]

/** Reads the configuration of the sign-in providers; null for each that is not configured. */
export function readSignIn(values: SettingValues<typeof SIGN_IN_SETTINGS>) {
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret = null } = values
  return {
    google: googleId === undefined ? null : { clientId: googleId, secret: googleSecret },
    apple: hasRequired(values, APPLE)
      ? {
          clientId: values.APPLE_CLIENT_ID,
          team: values.APPLE_TEAM,
          keyId: values.APPLE_KEY_ID,
          key: values.APPLE_KEY,
        }
      : null,
    microsoft: hasRequired(values, MICROSOFT)
      ? {
          clientId: values.MICROSOFT_CLIENT_ID,
          secret: values.MICROSOFT_CLIENT_SECRET,
          tenant: values.MICROSOFT_TENANT,
        }
      : null,
    oidc: hasRequired(values, OIDC)
      ? {
          clientId: values.OIDC_CLIENT_ID,
          secret: values.OIDC_CLIENT_SECRET,
          issuer: values.OIDC_ISSUER,
          label: values.OIDC_LABEL,
        }
      : null,
  }
}
export type SignInConfig = ReturnType<typeof readSignIn>
