import * as v from 'valibot'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { RequestError } from '../errors.ts'
import type { Deliver, Sandbox } from '../providers/payment/sandbox/sandbox.ts'
import { isSitePath } from '../security/site-path.ts'
import { renderSandboxPage, SANDBOX_ACTIONS, type SandboxAction } from './sandbox-page.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const DELAY_MS = 20_000

const ActionSchema = v.object({ action: v.picklist(SANDBOX_ACTIONS.map(({ name }) => name)) })

/** Performs the payer's action. @returns the message for the page */
async function performAction(
  sandbox: Sandbox,
  outTradeNo: string,
  action: SandboxAction,
  now: number,
): Promise<string> {
  if (action === 'fail') return '付款失败，可重试 · Payment failed, try again'
  const isPaid = await sandbox.trades.pay(outTradeNo, now, action === 'late')
  if (!isPaid) return '无法付款：已付或已关闭 · Not possible: already paid or closed'
  const times = { pay: [0], late: [0], delay: [DELAY_MS], duplicate: [0, 0, 0], drop: [] }[action]
  for (const wait of times) await sandbox.trades.scheduleWebhook(outTradeNo, now + wait)
  return '已付款，可返回商家页面 · Paid: you can return now'
}

/**
 * The return path of an H5 payer on this site; null without one.
 * Source: WeChat Pay v3, H5 payment: the merchant appends `redirect_url` to `h5_url`.
 */
function readReturnPath(text: string | undefined, base: string): string | null {
  if (text === undefined || !URL.canParse(text, base)) return null
  const { pathname, search } = new URL(text, base)
  // The path of a URL with another scheme (`a:\\evil.example`) can be read as a host by browsers.
  return isSitePath(pathname) ? pathname + search : null
}

/** The payer's page of the sandbox, and its webhooks. */
export function mountSandbox(app: App, { sandbox, now }: Deps): void {
  if (!sandbox) return

  app.on(['GET', 'POST'], '/api/sandbox/pay/:trade', async (context) => {
    const outTradeNo = context.req.param('trade')
    const key = context.req.query('key') ?? ''
    const trade = await sandbox.findByLink(outTradeNo, key)
    if (!trade) throw new RequestError('not_found')
    let message = ''
    if (context.req.method === 'POST') {
      const form = v.safeParse(ActionSchema, await context.req.parseBody())
      if (!form.success) throw new RequestError('bad_request', 'action')
      message = await performAction(sandbox, outTradeNo, form.output.action, now())
      await sandbox.sendDueWebhooks(deliverTo(app), now())
    }
    context.header('content-security-policy', POLICY)
    const back = readReturnPath(context.req.query('redirect_url'), context.req.url)
    const updated = (await sandbox.findByLink(outTradeNo, key)) ?? trade
    return context.html(renderSandboxPage(updated, { key, back, message }))
  })
}

/** Sends webhooks to the same route as an external provider. */
export function deliverTo(app: App): Deliver {
  return async ({ headers, body }) => {
    const response = await app.request('/api/pay/sandbox_notify', { method: 'POST', headers, body })
    return response.status === 204
  }
}
