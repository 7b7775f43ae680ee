import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { RedirectFlow, RedirectRequest } from '../../providers/sign-in/provider.ts'
import { issueState, isStateOf, STATE_LIFETIME_MS } from '../../security/browser-state.ts'
import { sign } from '../../security/secrets.ts'
import { useOnce } from '../../security/use-once.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { identifyDevice, readDeviceHash } from '../../sessions/identify-device.ts'
import { issueTicket } from './ticket.ts'

/** The browser of a sign-in, and the provider that it goes to. */
interface Browser {
  provider: string
  cookies: Cookies
  /** Origin of the site. */
  origin: string
  userAgent: string
}

function findFlow({ signIn }: Deps, name: string): RedirectFlow {
  const flow = signIn.find(name)?.redirect
  if (!flow) throw notFound()
  return flow
}

const callbackPathOf = (provider: string): string => `/api/sign-in/${provider}/callback`

/** Derives what belongs to a sign-in from its state, so that nothing is stored. */
function createRequest(
  { secrets }: Deps,
  { provider, origin, userAgent }: Browser,
  state: string,
): RedirectRequest {
  const derive = (what: string) => sign(secrets.deriveKey('sign-in-flow'), what, provider, state)
  return {
    redirectUri: origin + callbackPathOf(provider),
    state,
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
    isInWechat: /MicroMessenger/i.test(userAgent),
  }
}

const subjectOf = (provider: string) => ['sign-in', provider]

/** A path of the site; the home page for anything else. */
function readReturnPath(path: string, origin: string): string {
  const url = path.startsWith('/') ? URL.parse(path, origin) : null
  return url?.origin === origin ? url.pathname + url.search : '/'
}

/** Adds the outcome to a page: in the fragment, which browsers send neither to servers nor in referrers. */
const addOutcome = (path: string, outcome: Record<string, string>): string =>
  `${path}#${new URLSearchParams(outcome)}`

/**
 * Begins a sign-in by redirect.
 * @param returnPath the page that goes on with it
 * @returns the address to redirect to: of the provider, or of the page when the provider does not respond
 */
export async function startSignIn(
  deps: Deps,
  browser: Browser,
  returnPath: string,
): Promise<string> {
  const { provider, cookies, origin } = browser
  const flow = findFlow(deps, provider)
  const path = readReturnPath(returnPath, origin)
  const bound = { deviceHash: identifyDevice(cookies), subject: subjectOf(provider) }
  const state = issueState(deps.secrets, bound, deps.now())
  cookies.writeReturn(path)
  try {
    return await flow.createUrl(createRequest(deps, browser, state))
  } catch (error) {
    deps.logger.warn({ err: error, provider }, 'a sign-in could not begin')
    return addOutcome(path, { sign_in: provider, failure: 'unavailable' })
  }
}

/** @throws Error unless the state was issued to this browser, lately, and serves now */
async function takeState(
  { db, secrets, now }: Deps,
  state: string,
  bound: Parameters<typeof isStateOf>[2],
): Promise<void> {
  if (!isStateOf(secrets, state, bound, now())) throw new Error('state of another browser')
  const expiresAt = now() + STATE_LIFETIME_MS
  const isFirst = await db.transaction((trx) => useOnce(trx, 'sign-in-state', state, expiresAt))
  if (!isFirst) throw new Error('state was used before')
}

/**
 * Takes the return from a provider.
 * @param query of the return
 * @returns the page that goes on, with a ticket when somebody signed in
 */
export async function finishSignIn(
  deps: Deps,
  browser: Browser,
  query: URLSearchParams,
): Promise<string> {
  const { provider, cookies, origin } = browser
  const flow = findFlow(deps, provider)
  const path = readReturnPath(cookies.readReturn() ?? '/', origin)
  cookies.clearReturn()
  const state = query.get('state') ?? ''
  const deviceHash = readDeviceHash(cookies)
  try {
    await takeState(deps, state, { deviceHash, subject: subjectOf(provider) })
    const person = await flow.finish(query, createRequest(deps, browser, state))
    const ticket = { provider, person, deviceHash, now: deps.now() }
    const { credential, nonce } = await issueTicket(deps.secrets, ticket)
    return addOutcome(path, { sign_in: provider, credential, nonce })
  } catch (error) {
    // Somebody who refuses comes back by this way, too.
    deps.logger.info({ err: error, provider }, 'a sign-in was not finished')
    return addOutcome(path, { sign_in: provider, failure: 'unfinished' })
  }
}

/** The address that a provider which returns by a form is answered with. */
export const createCallbackUrl = (provider: string, form: URLSearchParams): string =>
  `${callbackPathOf(provider)}?${form}`
