import { execFileSync } from 'node:child_process'
import { hash, randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '../admin-api.ts'
import { serveRequests } from '../serve-requests.ts'
import { formatBeijing, yuan } from '../bill-format.ts'
import { writeBill } from './bill.ts'
import {
  createKeyPair,
  isSignedRequest,
  signNotification,
  signText,
  type KeyPair,
} from './messages.ts'
import { createTrades, Refusal, type AlipayTrade } from './trades.ts'

const APP = '2021000122671080'
const SELLER = '2088102147948060'

/**
 * Fault that the gateway simulates. `lost response`: the call is executed, but its response fails.
 * `slow`: no response.
 */
type FaultMode =
  | 'none'
  | 'lost response'
  | 'unreachable'
  | 'unsigned'
  | 'foreign signature'
  | 'system error'
  | 'server error'
  | 'captive portal'
  | 'slow'
  | 'broken bill'

type Fields = Record<string, string>

const readFen = (text: unknown): number => {
  if (typeof text !== 'string' || !/^\d+(\.\d{1,2})?$/.test(text)) {
    throw new Refusal('ACQ.INVALID_PARAMETER')
  }
  return Math.round(Number(text) * 100)
}

/** Alipay's serial number of a certificate: a digest of issuer and serial number. */
function readSerial(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem)
  const names = issuer.split('\n').toReversed().join(',')
  return hash('md5', names + BigInt(`0x${serialNumber}`).toString())
}

/**
 * Starts a fake Alipay gateway with one app of one seller, written from the documentation
 * (opendocs.alipay.com/open).
 * @param now the gateway's clock, in epoch ms
 */
export async function startAlipay(now: () => number) {
  const folder = createTemporaryFolder()
  const app = createKeyPair()
  const keys = [createKeyPair(), createKeyPair()] as const
  const trades = createTrades(now)
  const state: {
    faultMode: FaultMode
    key: KeyPair
    appCertificate: string | null
    calls: string[]
  } = {
    faultMode: 'none',
    key: keys[0],
    appCertificate: null,
    calls: [],
  }

  const write = (name: string, content: string) => {
    const file = join(folder.path, name)
    writeFileSync(file, content)
    return file
  }
  const getPem = ({ publicKey }: KeyPair) =>
    publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const files = keys.map((key, index) => write(`alipay-${index}.pem`, getPem(key)))
  // Alipay's key tool writes private keys as bare base64.
  const privateKey = app.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

  function openTrade(fields: Fields): AlipayTrade {
    const content = JSON.parse(fields['biz_content'] ?? '{}')
    const product = {
      'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
      'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
    }[fields['method'] ?? '']
    if (product === undefined || content.product_code !== product) {
      throw new Refusal('ACQ.INVALID_PARAMETER')
    }
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(content.time_expire)) {
      throw new Refusal('ACQ.INVALID_PARAMETER')
    }
    return trades.open({
      outTradeNo: content.out_trade_no,
      method: fields['method'] ?? '',
      subject: content.subject,
      total: readFen(content.total_amount),
      expiresAt: Date.parse(`${content.time_expire.replace(' ', 'T')}+08:00`),
      notifyUrl: fields['notify_url'] ?? '',
      returnUrl: fields['return_url'] ?? '',
    })
  }

  function callMethod(method: string, content: Record<string, unknown>): object {
    const outTradeNo = String(content['out_trade_no'] ?? '')
    switch (method) {
      case 'alipay.trade.query': {
        const trade = trades.find(outTradeNo)
        return {
          out_trade_no: outTradeNo,
          trade_no: trade.tradeNo,
          buyer_logon_id: 'lin***@example.com',
          trade_status: trade.status,
          total_amount: yuan(trade.total),
          ...(trade.paidAt !== null && { send_pay_date: formatBeijing(trade.paidAt) }),
        }
      }
      case 'alipay.trade.close':
        return { out_trade_no: outTradeNo, trade_no: trades.close(outTradeNo).tradeNo }
      case 'alipay.trade.refund': {
        const amount = readFen(content['refund_amount'])
        const number = String(content['out_request_no'])
        const hasMoved = trades.refund(outTradeNo, number, amount)
        const trade = trades.find(outTradeNo)
        const refundedFen = [...trade.refunds.values()].reduce((sum, one) => sum + one.amount, 0)
        return {
          out_trade_no: outTradeNo,
          trade_no: trade.tradeNo,
          fund_change: hasMoved ? 'Y' : 'N',
          refund_fee: yuan(refundedFen),
        }
      }
      case 'alipay.trade.fastpay.refund.query': {
        const trade = trades.find(outTradeNo)
        const number = String(content['out_request_no'])
        const refund = trade.refunds.get(number)
        // For an unknown refund, Alipay returns only the code.
        if (!refund) return {}
        return {
          trade_no: trade.tradeNo,
          out_trade_no: outTradeNo,
          out_request_no: number,
          total_amount: yuan(trade.total),
          refund_amount: yuan(refund.amount),
          refund_status: 'REFUND_SUCCESS',
        }
      }
      case 'alipay.data.dataservice.bill.downloadurl.query': {
        const day = String(content['bill_date'])
        const bill = writeBill(trades.all.values(), { day, seller: SELLER })
        if (bill === null) throw new Refusal('isp.bill_not_exist')
        return { bill_download_url: `${server.url}/downloadBillFile.resource?day=${day}` }
      }
      default:
        throw new Refusal('isv.invalid-method', '40002')
    }
  }

  function checkRequest(fields: Fields): void {
    if (fields['app_id'] !== APP) throw new Refusal('isv.invalid-app-id', '40002')
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(fields['timestamp'] ?? '')) {
      throw new Refusal('isv.invalid-timestamp', '40002')
    }
    if (fields['sign_type'] !== 'RSA2' || !isSignedRequest(fields, app.publicKey)) {
      throw new Refusal('isv.invalid-signature', '40002')
    }
    const certificate = state.appCertificate
    if (certificate !== null && fields['app_cert_sn'] !== readSerial(certificate)) {
      throw new Refusal('isv.invalid-app-cert-sn', '40002')
    }
  }

  function respond(method: string, content: object): Response {
    const name = `${method.replaceAll('.', '_')}_response`
    const text = JSON.stringify(content)
    const key = state.faultMode === 'foreign signature' ? createKeyPair() : state.key
    const signature = state.faultMode === 'unsigned' ? '' : `,"sign":"${signText(text, key)}"`
    return new Response(`{"${name}":${text}${signature}}`, {
      headers: { 'content-type': 'application/json;charset=utf-8' },
    })
  }

  async function handleCall(fields: Fields): Promise<Response> {
    const method = fields['method'] ?? ''
    state.calls.push(method)
    try {
      checkRequest(fields)
      if (state.faultMode === 'system error') throw new Refusal('isp.unknow-error', '20000')
      const content = callMethod(method, JSON.parse(fields['biz_content'] ?? '{}'))
      if (state.faultMode === 'lost response') return new Response('', { status: 502 })
      return respond(method, { code: '10000', msg: 'Success', ...content })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, subCode } = error
      return respond(method, { code, msg: 'Business Failed', sub_code: subCode, sub_msg: subCode })
    }
  }

  function downloadBill(day: string): Response {
    const bill = writeBill(trades.all.values(), { day, seller: SELLER })
    if (bill === null) return new Response('', { status: 404 })
    return new Response(state.faultMode === 'broken bill' ? bill.subarray(0, -40) : bill)
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname === '/downloadBillFile.resource') {
      return downloadBill(url.searchParams.get('day') ?? '')
    }
    if (state.faultMode === 'captive portal') return new Response('<h1>Log in to the Wi-Fi</h1>')
    if (state.faultMode === 'server error') return new Response('oops', { status: 503 })
    if (state.faultMode === 'slow') await new Promise(() => {})
    const body = new URLSearchParams(await request.text())
    return handleCall({ ...Object.fromEntries(url.searchParams), ...Object.fromEntries(body) })
  }

  const server = await serveRequests(handle, () => state.faultMode === 'unreachable')

  /** The notification fields of a trade; `over` overrides some. */
  function describe(trade: AlipayTrade, over: Fields): Fields {
    return {
      notify_time: formatBeijing(now()),
      notify_type: 'trade_status_sync',
      notify_id: randomBytes(16).toString('hex'),
      charset: 'utf-8',
      version: '1.0',
      app_id: APP,
      auth_app_id: APP,
      trade_no: trade.tradeNo,
      out_trade_no: trade.outTradeNo,
      buyer_id: '2088102175544333',
      buyer_logon_id: 'lin***@example.com',
      seller_id: SELLER,
      trade_status: trade.status,
      total_amount: yuan(trade.total),
      receipt_amount: yuan(trade.total),
      subject: trade.subject,
      gmt_create: formatBeijing(now()),
      gmt_payment: formatBeijing(trade.paidAt ?? now()),
      fund_bill_list: `[{"amount":"${yuan(trade.total)}","fundChannel":"ALIPAYACCOUNT"}]`,
      ...over,
    }
  }

  /** Creates a self-signed certificate with `openssl`. */
  function certify(name: string, { privateKey: key }: KeyPair): { file: string; pem: string } {
    const keyFile = write(`${name}.key`, key.export({ type: 'pkcs8', format: 'pem' }).toString())
    const file = join(folder.path, `${name}.crt`)
    const subject = `/C=CN/O=Ant Financial/OU=Certification Authority/CN=${name}`
    const options = ['-key', keyFile, '-out', file, '-days', '30', '-subj', subject]
    execFileSync('openssl', ['req', '-x509', '-new', ...options], { stdio: 'ignore' })
    return { file, pem: readFileSync(file, 'utf8') }
  }

  return {
    trades,
    keys,
    state,
    /** Environment variables of a venue with this app. */
    settings: {
      PAYMENT_PROVIDER: 'alipay',
      SITE_URL: 'https://theatre.example',
      ALIPAY_APP: APP,
      ALIPAY_SELLER: SELLER,
      ALIPAY_PRIVATE_KEY: write('app-private-key.txt', privateKey),
      ALIPAY_PUBLIC_KEYS: files.join(' '),
      ALIPAY_URL: server.url,
    },
    /** Switches the app to certificate mode. @returns the environment variables that change */
    useCertificates() {
      const own = certify('app', app)
      state.appCertificate = own.pem
      return {
        ALIPAY_APP_CERTIFICATE: own.file,
        ALIPAY_ROOT_CERTIFICATE: certify('root', createKeyPair()).file,
        ALIPAY_PUBLIC_KEYS: keys
          .map((key, index) => certify(`alipay-${index}`, key).file)
          .join(' '),
      }
    },
    /** Simulates a buyer who opens the payment page and logs in. @throws Refusal for an unsigned URL */
    openPage(address: string): AlipayTrade {
      const fields = Object.fromEntries(new URL(address).searchParams)
      checkRequest(fields)
      return openTrade(fields)
    },
    /** The signed notification of a trade; `over` overrides fields before signing. */
    notify(outTradeNo: string, over: Fields = {}, key = state.key): string {
      return signNotification(describe(trades.find(outTradeNo), over), key)
    },
    async close(): Promise<void> {
      await server.close()
      folder.remove()
    },
  }
}
export type Alipay = Awaited<ReturnType<typeof startAlipay>>
