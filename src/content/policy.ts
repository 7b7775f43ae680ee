import type { AstroUserConfig } from 'astro'

/** What the content security policy names for Google, once Google is on. */
const GOOGLE = 'https://accounts.google.com/gsi/'
const GOOGLE_SCRIPT = `${GOOGLE}client`

type Policy = Exclude<NonNullable<NonNullable<AstroUserConfig['security']>['csp']>, boolean>

interface Settings {
  /** Set where Google's sign-in is on. */
  googleClientId: string | undefined
}

/** Whether the policy lets a page load the client script of a sign-in provider. */
export function allowsSignInScript(script: string, { googleClientId }: Settings): boolean {
  return script.startsWith('/') || (script === GOOGLE_SCRIPT && googleClientId !== undefined)
}

/**
 * The content security policy of every page, without the hashes that Astro adds. Google's sources
 * stand in it only where Google's sign-in is on.
 * @see https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid (content
 * security policy)
 */
export function contentPolicy({ googleClientId }: Settings): Policy {
  const google = (path = '') => (googleClientId === undefined ? [] : [GOOGLE + path])
  const list = (...sources: string[]) => ["'self'", ...sources]
  return {
    directives: [
      "default-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "media-src 'self' blob:",
      `connect-src ${list(...google()).join(' ')}`,
      ...google().map((source) => `frame-src ${source}` as const),
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
    ],
    scriptDirective: { resources: list(...google('client')) },
    styleDirective: { resources: list(...google('style')) },
  }
}
