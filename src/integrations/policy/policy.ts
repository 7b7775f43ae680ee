import { hash } from 'node:crypto'
import type { AstroUserConfig } from 'astro'
import { SPECULATION_RULES } from '#speculation-rules.ts'

/** Sources of Google sign-in. */
const GOOGLE = 'https://accounts.google.com/gsi/'
const GOOGLE_SCRIPT = `${GOOGLE}client`

type Policy = Exclude<NonNullable<NonNullable<AstroUserConfig['security']>['csp']>, boolean>

interface Settings {
  /** Enables Google sign-in. */
  googleClientId: string | undefined
  /** Base URL of fonts on another host. */
  fontBaseUrl?: string | undefined
  /** URL template of an image CDN, with {url}, {width} and {format}. */
  imageCdnTemplate?: string | undefined
}

/** The hash of an inline script or style sheet as a source of the policy, without its quotes. */
export const hashSource = (text: string) => `sha256-${hash('sha256', text, 'base64')}` as const

/** Whether the policy allows the client script of a sign-in provider. */
export function allowsSignInScript(
  script: string,
  { googleClientId }: Pick<Settings, 'googleClientId'>,
): boolean {
  return script.startsWith('/') || (script === GOOGLE_SCRIPT && googleClientId !== undefined)
}

/**
 * Returns the content security policy of all pages, without the hashes that Astro adds. Contains the
 * sources of Google only if Google sign-in is enabled.
 * @see https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid (content security
 * policy)
 */
export function createContentPolicy({
  googleClientId,
  fontBaseUrl,
  imageCdnTemplate,
}: Settings): Policy {
  const google = (path = '') => (googleClientId === undefined ? [] : [GOOGLE + path])
  const list = (...sources: string[]) => ["'self'", ...sources]
  const listOrigins = (address?: string) => (address === undefined ? [] : [new URL(address).origin])
  return {
    directives: [
      "default-src 'self'",
      `img-src ${list(...listOrigins(imageCdnTemplate)).join(' ')} data:`,
      `font-src ${list(...listOrigins(fontBaseUrl)).join(' ')}`,
      "media-src 'self' blob:",
      `connect-src ${list(...google()).join(' ')}`,
      ...google().map((source) => `frame-src ${source}` as const),
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
    ],
    scriptDirective: {
      resources: list(...google('client')),
      hashes: [hashSource(SPECULATION_RULES)],
    },
    styleDirective: { resources: list(...google('style')) },
  }
}
