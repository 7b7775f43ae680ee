import * as v from 'valibot'
import { ProviderError } from '../../provider-error.ts'
import type { PaymentProvider, Trade } from '../payment.ts'
import { formatYuan, parseYuan } from '../../../yuan.ts'
import { createAlipayClient, formatBeijing } from './client.ts'
import { readBill } from './read-bill.ts'
import type { AlipayConfig } from './settings.ts'
import { verifyNotification } from './verify-notification.ts'

const TradeSchema = v.object({
  out_trade_no: v.string(),
  trade_no: v.pipe(v.string(), v.minLength(1)),
  trade_status: v.picklist(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED']),
  total_amount: v.string(),
  /** Time of the payment; fully refunded trades have one, but unpaid closed trades do not. */
  send_pay_date: v.optional(v.string()),
})
const RefundSchema = v.object({ fund_change: v.optional(v.string()) })
const RefundStateSchema = v.object({ refund_status: v.optional(v.string()) })

const isUnopened = (error: unknown): boolean =>
  error instanceof ProviderError && error.code === 'ACQ.TRADE_NOT_EXIST'

/** Alipay (opendocs.alipay.com/open): a web page on desktops, the app or a web page on phones. */
export function createAlipay(config: AlipayConfig, now: () => number): PaymentProvider {
  const client = createAlipayClient(config, now)
  const { call, createPageUrl } = client

  /** Makes no call: Alipay creates the trade when the buyer opens the page. */
  const createPage = async (
    method: string,
    product: string,
    { outTradeNo, amountFen, description, expiresAt, returnUrl }: Trade,
    extraFields: object = {},
  ): Promise<string> =>
    createPageUrl(
      method,
      {
        out_trade_no: outTradeNo,
        total_amount: formatYuan(amountFen),
        // Alipay refuses these characters in a subject.
        subject: description.replaceAll(/[/=&]/g, ' '),
        product_code: product,
        time_expire: formatBeijing(expiresAt),
        ...extraFields,
      },
      { notifyUrl: `${config.siteUrl}/api/pay/alipay_notify`, returnUrl },
    )

  const query: PaymentProvider['query'] = async (outTradeNo) => {
    try {
      const result = await call('alipay.trade.query', { out_trade_no: outTradeNo })
      const trade = v.parse(TradeSchema, result)
      if (trade.out_trade_no !== outTradeNo) throw new Error('Alipay responded for another trade')
      if (trade.trade_status === 'WAIT_BUYER_PAY') return { state: 'waiting' }
      if (trade.trade_status === 'TRADE_CLOSED' && trade.send_pay_date === undefined) {
        return { state: 'closed' }
      }
      const amountFen = parseYuan(trade.total_amount)
      return { state: 'paid', txnId: trade.trade_no, amountFen }
    } catch (error) {
      if (isUnopened(error)) return { state: 'unknown' }
      throw error
    }
  }

  async function isRefunded(outTradeNo: string, outRefundNo: string): Promise<boolean> {
    const result = await call('alipay.trade.fastpay.refund.query', {
      out_trade_no: outTradeNo,
      out_request_no: outRefundNo,
    })
    return v.parse(RefundStateSchema, result).refund_status === 'REFUND_SUCCESS'
  }

  return {
    createNative: (trade) => createPage('alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY', trade),

    createH5: (trade) =>
      createPage('alipay.trade.wap.pay', 'QUICK_WAP_WAY', trade, { quit_url: trade.returnUrl }),

    query,

    async close(outTradeNo) {
      try {
        await call('alipay.trade.close', { out_trade_no: outTradeNo })
        return 'closed'
      } catch (error) {
        if (isUnopened(error)) return 'unopened'
        if (!(error instanceof ProviderError)) throw error
        // Refused if the trade is already paid or closed, so its state is queried.
        const { state } = await query(outTradeNo)
        if (state === 'waiting') throw error
        if (state === 'unknown') return 'unopened'
        return state
      }
    },

    async refund({ outTradeNo, txnId, outRefundNo, amountFen }) {
      const result = await call('alipay.trade.refund', {
        out_trade_no: outTradeNo,
        trade_no: txnId,
        refund_amount: formatYuan(amountFen),
        out_request_no: outRefundNo,
      })
      // A repeated request with the same number moves no funds, so the state of the refund is queried.
      const hasMoved = v.parse(RefundSchema, result).fund_change === 'Y'
      return hasMoved || (await isRefunded(outTradeNo, outRefundNo)) ? 'done' : 'processing'
    },

    readBill: (day) => readBill(client, { day, apiUrl: config.url }),

    receipt: 'success',

    verifyWebhook: (_headers, body) => verifyNotification(body, config, client),
  }
}
