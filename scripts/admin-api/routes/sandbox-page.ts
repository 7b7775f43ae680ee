import { html } from 'hono/html'
import { renderDocument } from '../../lib/render-document.ts'
import type { SandboxTrade } from '../providers/payment/sandbox/trades.ts'
import { formatYuan } from '../yuan.ts'

/** Outcomes that the payer of the sandbox can choose. */
export const SANDBOX_ACTIONS = [
  { name: 'pay', zh: '付款', en: 'Pay' },
  { name: 'fail', zh: '付款失败', en: 'Fail the payment' },
  { name: 'delay', zh: '付款，20 秒后通知', en: 'Pay, notify after 20 s' },
  { name: 'duplicate', zh: '付款，重复通知三次', en: 'Pay, notify three times' },
  { name: 'drop', zh: '付款，不发通知', en: 'Pay, do not notify' },
  { name: 'late', zh: '超时后仍付款', en: 'Pay after the deadline' },
] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]['name']

const STATES = {
  waiting: '等待付款 · Waiting for payment',
  paid: '已付款 · Paid',
  closed: '已关闭 · Closed',
}

interface PageOptions {
  key: string
  /** Return path for an H5 payer; null for a payer who scanned the QR code. */
  back: string | null
  /** The result of the submitted action; empty before one. */
  message: string
}

const renderActions = (address: string) =>
  html`<form method="post" action="${address}">
    <ol>
      ${SANDBOX_ACTIONS.map(
        ({ name, zh, en }) =>
          html`<li>
            <button name="action" value="${name}">${zh} · <span lang="en">${en}</span></button>
          </li>`,
      )}
    </ol>
  </form>`

const renderLink = (address: string, zh: string, en: string) =>
  html`<p>
    <a class="action" href="${address}">${zh} · <span lang="en">${en}</span></a>
  </p>`

/**
 * The payer's page behind the QR code and the H5 link of the sandbox. After an action it shows the
 * result and the link back to the shop, and no further actions.
 */
export function renderSandboxPage(trade: SandboxTrade, { key, back, message }: PageOptions) {
  const query = new URLSearchParams({ key, ...(back !== null && { redirect_url: back }) })
  const address = `/api/sandbox/pay/${trade.out_trade_no}?${query}`
  const backLink = back !== null && renderLink(back, '返回商家', 'Back to the shop')
  const retry = trade.state === 'waiting' && renderLink(address, '重新付款', 'Try again')
  const isDecided = message !== '' || trade.state === 'paid'
  return renderDocument({
    lang: 'zh-CN',
    title: '测试收银台 · Test checkout',
    head: html`<link rel="stylesheet" href="/outbox.css" />`,
    body: html`<p class="mark">
        仅供测试：不会发生真实付款。<span lang="en">Test only: no money moves.</span>
      </p>
      <p role="status" class="text">${message || STATES[trade.state]}</p>
      ${isDecided && [backLink, retry]}
      <h1>¥${formatYuan(trade.amount_fen)}</h1>
      <p>${trade.description}</p>
      ${!isDecided && [renderActions(address), backLink]}`,
  })
}
