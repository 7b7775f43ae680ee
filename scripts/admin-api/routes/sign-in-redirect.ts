import type { Context } from 'hono'
import * as v from 'valibot'
import { ProviderSchema } from '#api/sign-in.ts'
import { readClient } from '../client.ts'
import type { Deps } from '../deps.ts'
import type { App, AppEnv } from '../http.ts'
import { createCallbackUrl, finishSignIn, startSignIn } from '../modules/sign-in/redirect.ts'
import { readInput, readQuery } from '../request.ts'
import { CALL_LIMITS, createCallLimiter } from '../security/limit-calls.ts'
import { openCookies } from '../sessions/cookies.ts'

const ParamsSchema = v.object({ provider: ProviderSchema })
const StartSchema = v.object({ return: v.optional(v.pipe(v.string(), v.maxLength(1000)), '/') })
/** Accepted parameters of a callback; others are dropped. */
const FIELDS = new Set(['code', 'state', 'iss', 'error', 'error_description'])

/** Sign-in by redirect: start and callback. Both respond with redirects outside the contract. */
export function mountSignInRedirect(app: App, deps: Deps): void {
  const { config } = deps
  const limiter = createCallLimiter(deps.callLimits ?? CALL_LIMITS)

  function readBrowser(context: Context<AppEnv>) {
    const { provider } = readInput(ParamsSchema, 'path', context.req.param())
    const cookies = openCookies(context, config.siteUrl)
    const { origin, address } = readClient(context, cookies, config)
    return { provider, cookies, origin, address, userAgent: context.req.header('user-agent') ?? '' }
  }

  /** @throws TooManyCallsError with the time to wait */
  const checkLimit = ({ address }: { address: string }): void =>
    limiter.check('sign-in by redirect', { userId: null, address }, deps.now())

  const pickFields = (fields: URLSearchParams): URLSearchParams =>
    new URLSearchParams([...fields].filter(([name]) => FIELDS.has(name)))

  app.get('/api/sign-in/:provider/start', async (context) => {
    const browser = readBrowser(context)
    checkLimit(browser)
    const query = readInput(StartSchema, 'query', readQuery(context.req.url))
    return context.redirect(await startSignIn(deps, browser, query.return), 303)
  })

  app.get('/api/sign-in/:provider/callback', async (context) => {
    const browser = readBrowser(context)
    checkLimit(browser)
    const { searchParams } = new URL(context.req.url)
    return context.redirect(await finishSignIn(deps, browser, pickFields(searchParams)), 303)
  })

  // A cross-site form post carries no SameSite=Lax cookies; the redirect to GET does.
  app.post('/api/sign-in/:provider/callback', async (context) => {
    const { provider } = readBrowser(context)
    const form = new URLSearchParams(await context.req.text())
    return context.redirect(createCallbackUrl(provider, pickFields(form)), 303)
  })
}
