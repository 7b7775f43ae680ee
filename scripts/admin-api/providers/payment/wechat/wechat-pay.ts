import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import * as v from 'valibot'
import { createWechatOauth } from '../../wechat/oauth.ts'
import type { WechatApp } from '../../wechat/settings.ts'
import type { InAppPayment, PaymentProvider, Trade } from '../payment.ts'
import { createWechatClient, WechatPayError } from './client.ts'
import { readBill } from './read-bill.ts'
import type { WechatPayConfig } from './settings.ts'
import { signLines, verifyPaymentWebhook } from './webhook.ts'

const NativeSchema = v.object({ code_url: v.pipe(v.string(), v.startsWith('weixin://')) })
const H5Schema = v.object({ h5_url: v.pipe(v.string(), v.url()) })
const PrepaySchema = v.object({ prepay_id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })
const TransactionSchema = v.variant('trade_state', [
  v.object({
    // REFUND: paid, then refunded in part or in full.
    trade_state: v.picklist(['SUCCESS', 'REFUND']),
    transaction_id: v.string(),
    amount: v.object({ total: v.pipe(v.number(), v.integer()), currency: v.literal('CNY') }),
  }),
  v.object({ trade_state: v.picklist(['NOTPAY', 'USERPAYING', 'PAYERROR']) }),
  v.object({ trade_state: v.picklist(['CLOSED', 'REVOKED']) }),
])
const RefundSchema = v.object({
  status: v.picklist(['SUCCESS', 'PROCESSING', 'CLOSED', 'ABNORMAL']),
})

/** RFC 3339 without fractional seconds, as the API requires. */
const formatSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`

/**
 * WeChat Pay v3 (pay.weixin.qq.com/doc/v3/merchant): a QR code on desktops (Native), the app on phones
 * (H5), and inside WeChat (JSAPI) with an official account. Webhooks of refunds only trigger a query of the
 * state, which a job also queries periodically.
 */
export function createWechatPay(
  config: WechatPayConfig,
  { account, now }: { account: WechatApp | null; now: () => number },
): PaymentProvider {
  const client = createWechatClient(config, now)
  const { call } = client
  const { mchid } = config
  const merchant = {
    ...config,
    appids: account === null ? [config.appid] : [config.appid, account.appid],
  }
  const notifyUrl = `${config.siteUrl}/api/pay/wechat_notify`
  const getPath = (outTradeNo: string) => `/v3/pay/transactions/out-trade-no/${outTradeNo}`

  const describeTrade = (
    { outTradeNo, amountFen, description, expiresAt }: Trade,
    appid = config.appid,
  ) => ({
    appid,
    mchid,
    description,
    out_trade_no: outTradeNo,
    time_expire: formatSeconds(expiresAt),
    notify_url: notifyUrl,
    amount: { total: amountFen, currency: 'CNY' },
  })

  const query: PaymentProvider['query'] = async (outTradeNo) => {
    try {
      const result = await call('GET', `${getPath(outTradeNo)}?mchid=${mchid}`)
      const trade = v.parse(TransactionSchema, result)
      switch (trade.trade_state) {
        case 'SUCCESS':
        case 'REFUND':
          return { state: 'paid', txnId: trade.transaction_id, amountFen: trade.amount.total }
        case 'CLOSED':
        case 'REVOKED':
          return { state: 'closed' }
        default:
          return { state: 'waiting' }
      }
    } catch (error) {
      if (error instanceof WechatPayError && error.code === 'ORDER_NOT_EXIST') {
        return { state: 'unknown' }
      }
      throw error
    }
  }

  /**
   * WeChat Pay inside WeChat (JSAPI, pay.weixin.qq.com/doc/v3/merchant/4012791870): the trade is created for the
   * payer's openid, and WeChat's in-app browser opens the payment with parameters that are signed here.
   */
  function createInApp(app: WechatApp): InAppPayment {
    const oauth = createWechatOauth(app)
    return {
      createPayerUrl: oauth.createPayerUrl,

      findPayer: async (code) => (await oauth.exchangeCode(code)).openid,

      async create(trade, payer) {
        const content = { ...describeTrade(trade, app.appid), payer: { openid: payer } }
        const result = await call('POST', '/v3/pay/transactions/jsapi', content)
        return v.parse(PrepaySchema, result).prepay_id
      },

      sign(prepayId) {
        const fields = {
          appId: app.appid,
          timeStamp: String(Math.floor(now() / 1000)),
          nonceStr: randomBytes(16).toString('hex'),
          package: `prepay_id=${prepayId}`,
        }
        const paySign = signLines(Object.values(fields), config.privateKey)
        return { ...fields, signType: 'RSA', paySign }
      },
    }
  }

  return {
    ...(account !== null && { inApp: createInApp(account) }),

    async createNative(trade) {
      const result = await call('POST', '/v3/pay/transactions/native', describeTrade(trade))
      return v.parse(NativeSchema, result).code_url
    },

    async createH5(trade) {
      const { clientAddress } = trade
      const result = await call('POST', '/v3/pay/transactions/h5', {
        ...describeTrade(trade),
        scene_info: {
          // Required by the API, but unknown behind a proxy that is not configured as trusted.
          payer_client_ip: isIP(clientAddress) === 0 ? '127.0.0.1' : clientAddress,
          h5_info: { type: 'Wap' },
        },
      })
      return v.parse(H5Schema, result).h5_url
    },

    query,

    async close(outTradeNo) {
      try {
        await call('POST', `${getPath(outTradeNo)}/close`, { mchid })
        return 'closed'
      } catch (error) {
        if (!(error instanceof WechatPayError) || error.status >= 500) throw error
        // Refused if the trade is paid, closed or was never created, so its state is queried.
        const { state } = await query(outTradeNo)
        if (state === 'waiting') throw error
        return state === 'paid' ? 'paid' : 'closed'
      }
    },

    async refund({ outTradeNo, outRefundNo, amountFen, totalFen }) {
      // Idempotent: a repeated request with the same number returns the state of the refund.
      const result = await call('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: outTradeNo,
        out_refund_no: outRefundNo,
        notify_url: notifyUrl,
        amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
      })
      const { status } = v.parse(RefundSchema, result)
      if (status === 'SUCCESS') return 'done'
      if (status === 'PROCESSING') return 'processing'
      throw new Error(`WeChat Pay did not refund ${outRefundNo}: ${status}`)
    },

    readBill: (day) => readBill(client, day),

    verifyWebhook: (headers, body, at) =>
      verifyPaymentWebhook(headers, body, { merchant, keys: config.platformKeys, now: at }),
  }
}
