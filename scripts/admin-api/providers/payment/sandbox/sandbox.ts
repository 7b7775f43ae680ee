import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateFile } from '../../../../lib/read-or-create-file.ts'
import type { Database } from '../../../db/open.ts'
import { isSameHash } from '../../../../lib/is-same-hash.ts'
import { sign, type Secrets } from '../../../security/secrets.ts'
import type { PaymentProvider, Trade } from '../payment.ts'
import { verifyPaymentWebhook, signPaymentWebhook, type Merchant } from '../wechat/webhook.ts'
import { createTrades, type SandboxTrade } from './trades.ts'

const PATH = '/api/sandbox/pay'

/** Sends a webhook. @returns whether it was accepted (WeChat Pay: 200 or 204) */
export type Deliver = (webhook: ReturnType<typeof signPaymentWebhook>) => Promise<boolean>

/**
 * A payment provider for development, rejected in production: stored trades, signed webhooks, and a
 * page where the payer chooses the outcome.
 */
export function createSandbox(db: Database, secrets: Secrets, dataDir: string) {
  const trades = createTrades(db)
  const keys = loadSandboxKeys(dataDir)
  const appid = 'sandbox-app'
  const merchant: Merchant = {
    mchid: 'sandbox-house',
    appids: [appid],
    apiKey: secrets.deriveKey('sandbox-pay'),
  }

  const signLink = (outTradeNo: string) => sign(secrets.deriveKey('sandbox-pay'), outTradeNo)
  const createLink = async (trade: Trade) => {
    await trades.add(trade)
    return `${trade.origin}${PATH}/${trade.outTradeNo}?key=${signLink(trade.outTradeNo)}`
  }

  const provider: PaymentProvider = {
    createNative: createLink,
    createH5: createLink,
    async query(outTradeNo) {
      const trade = await trades.find(outTradeNo)
      if (!trade) return { state: 'unknown' }
      if (trade.state !== 'paid') return { state: trade.state }
      return { state: 'paid', txnId: trade.txn_id ?? '', amountFen: trade.amount_fen }
    },
    close: trades.close,
    async refund({ outRefundNo, outTradeNo, amountFen }) {
      await trades.refund(outRefundNo, outTradeNo, amountFen)
      return 'done'
    },
    verifyWebhook: (headers, body, now) =>
      verifyPaymentWebhook(headers, body, { merchant, keys: [keys], now }),
  }

  /** The webhook of a paid trade, signed at the time of sending. */
  function signTradeWebhook(trade: SandboxTrade, now: number) {
    const { mchid, apiKey } = merchant
    return signPaymentWebhook(
      {
        mchid,
        appid,
        out_trade_no: trade.out_trade_no,
        transaction_id: trade.txn_id ?? '',
        trade_state: 'SUCCESS',
        amount: { total: trade.amount_fen, currency: 'CNY' },
      },
      { apiKey, serial: keys.serial, privateKey: keys.privateKey, now },
    )
  }

  return {
    provider,
    trades,
    merchant,
    appid,
    keys,
    /** The trade of a payer's link; null for a wrong signature. */
    async findByLink(outTradeNo: string, key: string): Promise<SandboxTrade | null> {
      if (!isSameHash(key, signLink(outTradeNo))) return null
      return (await trades.find(outTradeNo)) ?? null
    },
    signTradeWebhook,
    /** Sends due webhooks; rejected ones are retried with backoff (15 s, 30 s, 60 s …). */
    async sendDueWebhooks(deliver: Deliver, now: number): Promise<void> {
      for (const { id, out_trade_no: outTradeNo, tries } of await trades.listDueWebhooks(now)) {
        const trade = await trades.find(outTradeNo)
        const isAccepted = trade !== undefined && (await deliver(signTradeWebhook(trade, now)))
        if (isAccepted || tries >= 10) await trades.deleteWebhook(id)
        else await trades.postponeWebhook(id, now + 15_000 * 2 ** tries)
      }
    },
  }
}
export type Sandbox = ReturnType<typeof createSandbox>

function generateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The sandbox's signing key, generated at first use and stored in the data folder. */
export function loadSandboxKeys(dataDir: string) {
  const pem = readOrCreateFile(join(dataDir, 'sandbox-pay.pem'), generateKey)
  const privateKey = createPrivateKey(pem)
  return { serial: 'SANDBOX1', privateKey, publicKey: createPublicKey(privateKey) }
}
