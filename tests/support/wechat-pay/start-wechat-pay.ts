import { createVerify, generateKeyPairSync, hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createTemporaryFolder } from '../admin-api.ts'
import { serveRequests } from '../serve-requests.ts'
import { writeBill } from './bill.ts'
import { createPlatformKey, encryptResource, isSignedBy, signMessage } from './messages.ts'
import { createTrades, Refusal, type WechatTrade } from './trades.ts'

const MCHID = '1900000109'
const APPID = 'wxd678efh567hg6787'
/** An official account that is also bound to the merchant. */
const ACCOUNT_APPID = 'wx2421b1c4370ec43b'
const API_KEY = 'k'.repeat(16) + 'v'.repeat(16)
const SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'

const AmountSchema = v.object({
  total: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.literal('CNY'),
})
const OpenSchema = v.object({
  appid: v.picklist([APPID, ACCOUNT_APPID]),
  mchid: v.literal(MCHID),
  description: v.pipe(v.string(), v.nonEmpty(), v.maxBytes(127)),
  out_trade_no: v.pipe(v.string(), v.regex(/^[\w*|-]{6,32}$/)),
  time_expire: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)),
  notify_url: v.pipe(v.string(), v.regex(/^https:\/\/[^?]+$/), v.maxLength(255)),
  amount: AmountSchema,
})
const H5Schema = v.object({
  ...OpenSchema.entries,
  scene_info: v.object({
    payer_client_ip: v.pipe(v.string(), v.ip()),
    h5_info: v.object({ type: v.picklist(['iOS', 'Android', 'Wap']) }),
  }),
})
const JsapiSchema = v.object({
  ...OpenSchema.entries,
  payer: v.object({ openid: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)) }),
})
const CloseSchema = v.strictObject({ mchid: v.literal(MCHID) })
const RefundSchema = v.object({
  out_trade_no: v.string(),
  out_refund_no: v.pipe(v.string(), v.maxLength(64)),
  notify_url: v.optional(OpenSchema.entries.notify_url),
  amount: v.object({
    refund: v.pipe(v.number(), v.integer(), v.minValue(1)),
    ...AmountSchema.entries,
  }),
})

function read<const Schema extends v.GenericSchema>(
  schema: Schema,
  body: string,
): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(schema, JSON.parse(body))
  if (!success) throw new Refusal(400, 'PARAM_ERROR')
  return output
}

/** Fault that the API simulates. */
type FaultMode =
  | 'changed bill'
  | 'none'
  | 'slow'
  | 'unreachable'
  | 'busy'
  | 'unsigned'
  | 'captive portal'

/**
 * Starts a fake WeChat Pay v3 API with one merchant, written from the documentation.
 * @param now the API's clock, in epoch ms
 */
export async function startWechatPay(now: () => number) {
  const folder = createTemporaryFolder()
  const merchantKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const merchant = { mchid: MCHID, serial: SERIAL, publicKey: merchantKeys.publicKey }
  const keys = [createPlatformKey(), createPlatformKey()] as const
  const trades = createTrades(now)
  const state: { faultMode: FaultMode; key: (typeof keys)[number]; faultyBill: string | null } = {
    faultMode: 'none',
    key: keys[0],
    /** A day whose bill fails. */
    faultyBill: null,
  }

  const writePem = (name: string, pem: string | Buffer) => {
    const file = join(folder.path, name)
    writeFileSync(file, pem)
    return file
  }
  const publicFiles = keys.map(({ id, publicKey }) => {
    const pem = publicKey.export({ type: 'spki', format: 'pem' })
    return `${id}=${writePem(`${id}.pem`, pem)}`
  })

  function describeTrade(trade: WechatTrade) {
    const isPaid = trade.state === 'SUCCESS' || trade.state === 'REFUND'
    return {
      appid: trade.appid,
      mchid: MCHID,
      out_trade_no: trade.outTradeNo,
      trade_state: trade.state,
      trade_state_desc: trade.state,
      ...(isPaid && {
        transaction_id: trade.transactionId,
        trade_type: trade.type,
        bank_type: 'OTHERS',
        success_time: new Date(now()).toISOString(),
        payer: { openid: trade.openid ?? 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
        amount: {
          total: trade.total,
          payer_total: trade.total,
          currency: 'CNY',
          payer_currency: 'CNY',
        },
      }),
    }
  }

  function readTrade(type: WechatTrade['type'], body: string) {
    if (type === 'JSAPI') {
      const input = read(JsapiSchema, body)
      return { ...input, openid: input.payer.openid }
    }
    return { ...(type === 'MWEB' ? read(H5Schema, body) : read(OpenSchema, body)), openid: null }
  }

  function open(type: WechatTrade['type'], body: string): object {
    const input = readTrade(type, body)
    trades.open({
      type,
      appid: input.appid,
      openid: input.openid,
      outTradeNo: input.out_trade_no,
      description: input.description,
      total: input.amount.total,
      expiresAt: Date.parse(input.time_expire),
      notifyUrl: input.notify_url,
    })
    switch (type) {
      case 'NATIVE':
        return { code_url: `weixin://wxpay/bizpayurl?pr=${input.out_trade_no}` }
      case 'JSAPI':
        return { prepay_id: `wx${input.out_trade_no}` }
      case 'MWEB': {
        const address = 'https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb'
        return { h5_url: `${address}?prepay_id=${input.out_trade_no}&package=2150917749` }
      }
    }
  }

  function findBill(day: string): string {
    if (day === state.faultyBill) throw new Refusal(500, 'SYSTEM_ERROR')
    const bill = writeBill(trades.all.values(), day)
    if (bill === null) throw new Refusal(400, 'NO_STATEMENT_EXIST')
    return bill
  }

  /** @returns the content of a 200, or undefined for a 204 */
  function callMethod(method: string, target: string, body: string): object | undefined {
    const { pathname, searchParams } = new URL(target, 'https://api.mch.weixin.qq.com')
    const [, outTradeNo = '', action = ''] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? []
    switch (`${method} ${outTradeNo === '' ? pathname : `trade${action}`}`) {
      case 'POST /v3/pay/transactions/native':
        return open('NATIVE', body)
      case 'POST /v3/pay/transactions/h5':
        return open('MWEB', body)
      case 'POST /v3/pay/transactions/jsapi':
        return open('JSAPI', body)
      case 'GET trade':
        if (searchParams.get('mchid') !== MCHID) throw new Refusal(400, 'PARAM_ERROR')
        return describeTrade(trades.find(outTradeNo))
      case 'POST trade/close':
        read(CloseSchema, body)
        trades.close(outTradeNo)
        return undefined
      case 'POST /v3/refund/domestic/refunds': {
        const { out_trade_no, out_refund_no, amount } = read(RefundSchema, body)
        if (trades.find(out_trade_no).total !== amount.total) throw new Refusal(400, 'PARAM_ERROR')
        const { status } = trades.refund({
          outTradeNo: out_trade_no,
          outRefundNo: out_refund_no,
          amount: amount.refund,
        })
        return { refund_id: `50${out_refund_no}`, out_refund_no, out_trade_no, status, amount }
      }
      case 'GET /v3/bill/tradebill': {
        const bill = findBill(searchParams.get('bill_date') ?? '')
        return {
          hash_type: 'SHA1',
          hash_value: hash('sha1', bill),
          download_url: `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${searchParams.get('bill_date')}`,
        }
      }
      default:
        throw new Refusal(404, 'RESOURCE_NOT_EXISTS')
    }
  }

  function send(status: number, content: object | undefined): Response {
    const body = content === undefined ? '' : JSON.stringify(content)
    const headers = state.faultMode === 'unsigned' ? {} : signMessage(body, state.key, now())
    return new Response(body === '' ? null : body, {
      status,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    })
  }

  async function handle(request: Request): Promise<Response> {
    if (state.faultMode === 'captive portal') return new Response('<h1>Log in to the Wi-Fi</h1>')
    const { pathname, search } = new URL(request.url)
    const { method } = request
    const [target, body] = [pathname + search, await request.text()]
    const authorization = request.headers.get('authorization') ?? ''
    try {
      if (!isSignedBy({ method, target, body, authorization }, merchant, now())) {
        throw new Refusal(401, 'SIGN_ERROR')
      }
      if (pathname === '/v3/billdownload/file') {
        const bill = findBill(new URL(request.url).searchParams.get('token') ?? '')
        return new Response(
          state.faultMode === 'changed bill' ? bill.replace('SUCCESS', 'REFUND') : bill,
        )
      }
      // Faults apply after execution, so that only the response fails.
      const content = callMethod(method, target, body)
      if (state.faultMode === 'busy') throw new Refusal(500, 'SYSTEM_ERROR')
      if (state.faultMode === 'slow') await new Promise(() => {})
      return send(content === undefined ? 204 : 200, content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return send(error.status, { code: error.code, message: error.code })
    }
  }

  const server = await serveRequests(handle, () => state.faultMode === 'unreachable')

  return {
    trades,
    keys,
    state,
    merchant: { mchid: MCHID, appid: APPID, apiKey: API_KEY },
    /** Environment variables of a venue with this merchant. */
    settings: {
      PAYMENT_PROVIDER: 'wechat',
      SITE_URL: 'https://theatre.example',
      WECHAT_PAY_MERCHANT: MCHID,
      WECHAT_PAY_APP: APPID,
      WECHAT_PAY_API_SECRET: API_KEY,
      WECHAT_PAY_CERTIFICATE: SERIAL,
      WECHAT_PAY_PRIVATE_KEY: writePem(
        'apiclient_key.pem',
        merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      ),
      WECHAT_PAY_PUBLIC_KEYS: publicFiles.join(' '),
      WECHAT_PAY_URL: server.url,
    },
    accountAppid: ACCOUNT_APPID,
    /**
     * Simulates `getBrandWCPayRequest`: verifies the merchant's signature and pays as the given user.
     * @returns `err_msg`
     */
    payInApp(request: Record<string, string>, openid: string): string {
      const { appId = '', timeStamp = '', nonceStr = '', package: prepay = '' } = request
      const isSigned = createVerify('sha256')
        .update([appId, timeStamp, nonceStr, prepay].map((part) => `${part}\n`).join(''))
        .verify(merchantKeys.publicKey, request['paySign'] ?? '', 'base64')
      const trade = trades.all.get(prepay.replace(/^prepay_id=wx/, ''))
      const isOpen = trade?.appid === appId && trade.openid === openid && trade.state === 'NOTPAY'
      const isValid = isSigned && isOpen && request['signType'] === 'RSA'
      if (!isValid) return 'get_brand_wcpay_request:fail'
      trades.pay(trade.outTradeNo)
      return 'get_brand_wcpay_request:ok'
    },
    /** The notification of a paid trade; `over` overrides its content. */
    notify(outTradeNo: string, over: object = {}, key = state.key, at = now()) {
      const body = JSON.stringify({
        id: `EV-${outTradeNo}`,
        create_time: new Date(at).toISOString(),
        resource_type: 'encrypt-resource',
        event_type: 'TRANSACTION.SUCCESS',
        summary: '支付成功',
        resource: encryptResource({ ...describeTrade(trades.find(outTradeNo)), ...over }, API_KEY),
      })
      return {
        body,
        headers: { ...signMessage(body, key, at), 'content-type': 'application/json' },
      }
    },
    /** The notification of a refund; `over` overrides its content. */
    notifyRefund(
      outTradeNo: string,
      outRefundNo: string,
      over: { refund_status?: 'SUCCESS' | 'ABNORMAL' | 'CLOSED'; mchid?: string } = {},
      key = state.key,
    ) {
      const { total, transactionId, refunds } = trades.find(outTradeNo)
      const refund = refunds.get(outRefundNo)?.amount ?? total
      const content = {
        mchid: MCHID,
        out_trade_no: outTradeNo,
        transaction_id: transactionId,
        out_refund_no: outRefundNo,
        refund_id: `50${outRefundNo}`,
        refund_status: 'SUCCESS',
        success_time: new Date(now()).toISOString(),
        user_received_account: '支付用户零钱',
        amount: { total, refund, payer_total: total, payer_refund: refund },
        ...over,
      }
      const body = JSON.stringify({
        id: `EV-${outRefundNo}`,
        create_time: new Date(now()).toISOString(),
        resource_type: 'encrypt-resource',
        event_type: `REFUND.${content.refund_status}`,
        summary: '退款通知',
        resource: encryptResource(content, API_KEY, 'refund'),
      })
      return {
        body,
        headers: { ...signMessage(body, key, now()), 'content-type': 'application/json' },
      }
    },
    async close(): Promise<void> {
      await server.close()
      folder.remove()
    },
  }
}
export type WechatPay = Awaited<ReturnType<typeof startWechatPay>>
