import { isDatabaseError } from '../../../lib/db/errors.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { RedirectFlow, RedirectRequest } from '../../providers/sign-in/provider.ts'
import { issueState, isStateOf, STATE_LIFETIME_MS } from '../../security/browser-state.ts'
import { sign } from '../../security/secrets.ts'
import { isSitePath } from '../../security/site-path.ts'
import { useOnce } from '../../security/use-once.ts'
import { identifyDevice, readDeviceHash, type Cookies } from '../../sessions/cookies.ts'
import { issueTicket } from './ticket.ts'

/** The provider of a sign-in and the browser that requests it. */
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

const getCallbackPath = (provider: string): string => `/api/sign-in/${provider}/callback`

/** Derives nonce and code verifier of a sign-in from its state, so that nothing has to be stored. */
function createRequest(
  { secrets }: Deps,
  { provider, origin, userAgent }: Browser,
  state: string,
): RedirectRequest {
  const derive = (name: string) => sign(secrets.deriveKey('sign-in-flow'), name, provider, state)
  return {
    redirectUri: origin + getCallbackPath(provider),
    state,
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
    isInWechat: /MicroMessenger/i.test(userAgent),
  }
}

const getSubject = (provider: string) => ['sign-in', provider]

/** Validates a local path; the home page for anything else. */
function readReturnPath(path: string, origin: string): string {
  const url = path.startsWith('/') ? URL.parse(path, origin) : null
  const local = url?.origin === origin ? url.pathname + url.search : '/'
  // The normalised path can be the address of a host: `/.//evil.example` becomes `//evil.example`.
  return isSitePath(local) ? local : '/'
}

/** Adds the outcome to a path as fragment, which browsers do not send to servers or in referrers. */
const addOutcome = (path: string, outcome: Record<string, string>): string =>
  `${path}#${new URLSearchParams(outcome)}`

/**
 * Starts a sign-in by redirect.
 * @param returnPath the page that completes the sign-in
 * @returns the redirect target: the provider, or the return page when the provider is unavailable
 */
export async function startSignIn(
  deps: Deps,
  browser: Browser,
  returnPath: string,
): Promise<string> {
  const { provider, cookies, origin } = browser
  const flow = findFlow(deps, provider)
  const path = readReturnPath(returnPath, origin)
  const binding = { deviceHash: identifyDevice(cookies), subject: getSubject(provider) }
  const state = issueState(deps.secrets, binding, deps.now())
  cookies.write('return', path)
  try {
    return await flow.createUrl(createRequest(deps, browser, state))
  } catch (error) {
    deps.logger.warn({ err: error, provider }, 'sign-in could not start')
    return addOutcome(path, { sign_in: provider, failure: 'unavailable' })
  }
}

/** @throws Error unless the state was recently issued to this browser and is unused */
async function consumeState(
  { db, secrets, now }: Deps,
  state: string,
  binding: Parameters<typeof isStateOf>[2],
): Promise<void> {
  if (!isStateOf(secrets, state, binding, now())) throw new Error('state of another browser')
  const expiresAt = now() + STATE_LIFETIME_MS
  const isFirst = await db.transaction((trx) => useOnce(trx, 'sign-in-state', state, expiresAt))
  if (!isFirst) throw new Error('state was used before')
}

/**
 * Handles the callback of a provider.
 * @param query parameters of the callback
 * @returns the return page, with a ticket or a failure in its fragment
 */
export async function finishSignIn(
  deps: Deps,
  browser: Browser,
  query: URLSearchParams,
): Promise<string> {
  const { provider, cookies, origin } = browser
  const flow = findFlow(deps, provider)
  const path = readReturnPath(cookies.read('return') ?? '/', origin)
  cookies.clear('return')
  const state = query.get('state') ?? ''
  const deviceHash = readDeviceHash(cookies)
  try {
    await consumeState(deps, state, { deviceHash, subject: getSubject(provider) })
    const account = await flow.finish(query, createRequest(deps, browser, state))
    const ticket = { provider, account, deviceHash, now: deps.now() }
    const { credential, nonce } = await issueTicket(deps.secrets, ticket)
    return addOutcome(path, { sign_in: provider, credential, nonce })
  } catch (error) {
    // Also reached when the user cancels at the provider, which is no fault.
    const isFault = isDatabaseError(error)
    deps.logger[isFault ? 'error' : 'info']({ err: error, provider }, 'sign-in not completed')
    return addOutcome(path, { sign_in: provider, failure: isFault ? 'unavailable' : 'unfinished' })
  }
}

/** The redirect target for providers that send the callback as a form post. */
export const createCallbackUrl = (provider: string, form: URLSearchParams): string =>
  `${getCallbackPath(provider)}?${form}`
