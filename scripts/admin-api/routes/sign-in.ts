import { readFileSync } from 'node:fs'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import type { App, AppEnv } from '../http.ts'
import { readHost } from '../client.ts'
import { RequestError } from '../errors.ts'
import {
  ChoiceSchema,
  ChooserRequestSchema,
  createRedirectUrl,
  renderChooser,
  renderResult,
  type ChooserRequest,
} from '../providers/sign-in/chooser.ts'
import { TEST_ACCOUNTS } from '../providers/sign-in/embedded.ts'
import { readInput, readQuery } from '../request.ts'
import { checkOrigin } from '../security/check-origin.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Static files of the provider; they change only with a new version. */
const FILES = [
  ['client.js', 'text/javascript'],
  ['chooser.js', 'text/javascript'],
  ['chooser.css', 'text/css'],
] as const
const FILE_CACHING = 'public, max-age=3600'

/**
 * Client script and account chooser of the embedded sign-in provider, mounted only when that provider
 * is active. Production rejects it.
 */
export function mountSignIn(app: App, { signIn, config, now }: Deps): void {
  const { embedded } = signIn
  if (!embedded) return

  for (const [name, type] of FILES) {
    const body = readFileSync(new URL(`../providers/sign-in/${name}`, import.meta.url), 'utf8')
    app.get(`/api/sign-in/${name}`, (context) => {
      context.header('cache-control', FILE_CACHING)
      return context.body(body, 200, { 'content-type': `${type}; charset=utf-8` })
    })
  }

  /** Accepts same-site requests only: other origins can neither get tokens nor submit choices. */
  function readRequest(context: Context<AppEnv>, fields: object): ChooserRequest {
    const request = readInput(ChooserRequestSchema, 'request', fields)
    const { req } = context
    const host = readHost(context)
    checkOrigin({ origin: request.origin, fetchSite: undefined, host }, config.siteUrl)
    if (context.req.method === 'POST') {
      const fetchSite = req.header('sec-fetch-site')
      checkOrigin({ origin: req.header('origin'), fetchSite, host }, config.siteUrl)
    }
    if (request.client_id !== embedded?.tokens.clientId) {
      throw new RequestError('bad_request', 'client_id: unknown')
    }
    context.header('content-security-policy', POLICY)
    // With `no-referrer`, browsers send `Origin: null` for form posts.
    context.header('referrer-policy', 'same-origin')
    return request
  }

  app.get('/api/sign-in/authorize', (context) => {
    const request = readRequest(context, readQuery(context.req.url))
    return context.html(renderChooser(request))
  })

  app.post('/api/sign-in/authorize', async (context) => {
    const form = await context.req.parseBody()
    const request = readRequest(context, form)
    const { email, name } = readInput(ChoiceSchema, 'choice', form)
    const account =
      TEST_ACCOUNTS.find(({ email: address }) => address === email) ?? (name ? { name } : null)
    const { client_id: clientId, nonce } = request
    const credential =
      account && (await embedded.issueToken({ clientId, nonce, account, now: now() }))
    return request.mode === 'popup'
      ? context.html(renderResult(request, credential))
      : context.redirect(createRedirectUrl(request, credential), 303)
  })
}
