import type { Database } from '../../../db/open.ts'
import { isSameHash } from '../../../security/hash.ts'
import { sign, type Secrets } from '../../../security/secrets.ts'
import { readSignedNotice, writeNotice, type Merchant } from '../notice.ts'
import type { PaymentProvider, Trade } from '../payment.ts'
import { loadSandboxKeys } from './keys.ts'
import { createTrades, type SandboxTrade } from './trades.ts'

const PATH = '/api/sandbox/pay'

/** Sends a notification; resolves to whether it was taken (WeChat Pay: 200 or 204). */
export type Deliver = (notice: ReturnType<typeof writeNotice>) => Promise<boolean>

/**
 * A payment provider inside the house for trying out, refused in production: real trades, real
 * signatures, and a page where the payer decides what happens.
 */
export function createSandbox(db: Database, secrets: Secrets, dataDir: string) {
  const trades = createTrades(db)
  const keys = loadSandboxKeys(dataDir)
  const merchant: Merchant = {
    mchid: 'sandbox-house',
    appid: 'sandbox-app',
    apiKey: secrets.deriveKey('sandbox-pay'),
  }

  const tokenOf = (outTradeNo: string) => sign(secrets.deriveKey('sandbox-pay'), outTradeNo)
  const addressOf = (trade: Trade) => {
    trades.add(trade)
    return `${trade.origin}${PATH}/${trade.outTradeNo}?key=${tokenOf(trade.outTradeNo)}`
  }

  const provider: PaymentProvider = {
    createNative: async (trade) => addressOf(trade),
    createH5: async (trade) => addressOf(trade),
    async query(outTradeNo) {
      const trade = trades.find(outTradeNo)
      if (!trade) return { state: 'unknown' }
      if (trade.state !== 'paid') return { state: trade.state }
      return { state: 'paid', txnId: trade.txn_id ?? '', amountFen: trade.amount_fen }
    },
    close: async (outTradeNo) => trades.close(outTradeNo),
    async refund({ outRefundNo, outTradeNo, amountFen }) {
      trades.refund(outRefundNo, outTradeNo, amountFen)
      return 'done'
    },
    readNotice: (headers, body, now) =>
      readSignedNotice(headers, body, { merchant, key: keys, now }),
  }

  /** The notification of a paid trade, signed at the moment of sending. */
  function writeTradeNotice(trade: SandboxTrade, now: number) {
    const { mchid, appid, apiKey } = merchant
    return writeNotice(
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
    keys,
    /** The trade of a payer's link, null for a link that is not ours. */
    findByLink(outTradeNo: string, key: string): SandboxTrade | null {
      return isSameHash(key, tokenOf(outTradeNo)) ? (trades.find(outTradeNo) ?? null) : null
    },
    writeTradeNotice,
    /** Sends what is due; what was not taken comes again, later each time (15 s, 30 s, 60 s …). */
    async sendDueNotices(deliver: Deliver, now: number): Promise<void> {
      for (const { id, out_trade_no: outTradeNo, tries } of trades.listDueNotices(now)) {
        const trade = trades.find(outTradeNo)
        const isTaken = trade !== undefined && (await deliver(writeTradeNotice(trade, now)))
        if (isTaken || tries >= 10) trades.endNotice(id)
        else trades.postponeNotice(id, now + 15_000 * 2 ** tries)
      }
    },
  }
}
export type Sandbox = ReturnType<typeof createSandbox>
