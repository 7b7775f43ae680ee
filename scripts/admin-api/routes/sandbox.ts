import * as v from 'valibot'
import type { App, Deps } from '../app.ts'
import { RequestError } from '../errors.ts'
import type { Deliver, Sandbox } from '../providers/payment/sandbox/sandbox.ts'
import { renderSandboxPage, SANDBOX_ACTIONS, type SandboxAction } from './sandbox-page.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const DELAY_MS = 20_000

const ActionSchema = v.object({ action: v.picklist(SANDBOX_ACTIONS.map(({ name }) => name)) })

/** Does what the payer chose. @returns what the page says about it */
function play(sandbox: Sandbox, outTradeNo: string, action: SandboxAction, now: number): string {
  if (action === 'fail') return '付款失败，可重试 · The payment failed, try again'
  const isTaken = sandbox.trades.pay(outTradeNo, now, action === 'late')
  if (!isTaken) return '无法付款：已付或已关闭 · Not possible: paid or closed already'
  const times = { pay: [0], late: [0], delay: [DELAY_MS], duplicate: [0, 0, 0], drop: [] }[action]
  for (const wait of times) sandbox.trades.notify(outTradeNo, now + wait)
  return '已付款，可返回商家页面 · Paid: you can go back now'
}

/**
 * Where an H5 payer goes back to, as a path of this site; null without.
 * Source: WeChat Pay v3, H5 payment: the merchant appends `redirect_url` to `h5_url`.
 */
function readReturn(text: string | undefined, base: string): string | null {
  if (text === undefined || !URL.canParse(text, base)) return null
  const { pathname, search } = new URL(text, base)
  // An address of another scheme (`a:\\evil.example`) has a path that browsers read as a host.
  return /^\/(?![\\/])/.test(pathname) ? pathname + search : null
}

/** The sandbox's side of the street: the payer's page, and its notifications to us. */
export function mountSandbox(app: App, { sandbox, now }: Deps): void {
  if (!sandbox) return

  app.on(['GET', 'POST'], '/api/sandbox/pay/:trade', async (context) => {
    context.set('route', '/api/sandbox/pay/{trade}')
    const outTradeNo = context.req.param('trade')
    const key = context.req.query('key') ?? ''
    const trade = sandbox.findByLink(outTradeNo, key)
    if (!trade) throw new RequestError('not_found')
    let message = ''
    if (context.req.method === 'POST') {
      const form = v.safeParse(ActionSchema, await context.req.parseBody())
      if (!form.success) throw new RequestError('bad_request', 'action')
      message = play(sandbox, outTradeNo, form.output.action, now())
      await sandbox.sendDueNotices(deliverTo(app), now())
    }
    context.header('content-security-policy', POLICY)
    const back = readReturn(context.req.query('redirect_url'), context.req.url)
    const shown = sandbox.findByLink(outTradeNo, key) ?? trade
    return context.html(renderSandboxPage(shown, { key, back, message }))
  })
}

/** Sends notifications through the same door as a provider from outside would. */
export function deliverTo(app: App): Deliver {
  return async ({ headers, body }) => {
    const response = await app.request('/api/pay/sandbox_notify', { method: 'POST', headers, body })
    return response.status === 204
  }
}
