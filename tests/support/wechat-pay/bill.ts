import { formatBeijing, yuan } from '../bill-format.ts'
import type { WechatTrade } from './trades.ts'

// The daily trade bill as documented: type ALL with 27 columns.

const TITLES =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const TOTALS =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

/** Writes the bill of a day (Beijing time), with a byte order mark; null if it has no trades. */
export function writeBill(trades: Iterable<WechatTrade>, day: string): string | null {
  const lines: string[] = []
  for (const { appid, outTradeNo, transactionId, type, total, paidAt, refunds } of trades) {
    const write = (
      at: number,
      state: string,
      refund: { number: string; amount: number } | null,
    ) => {
      const time = formatBeijing(at)
      if (!time.startsWith(day)) return
      const paid = yuan(refund ? 0 : total)
      const back = yuan(refund?.amount ?? 0)
      const number = refund?.number ?? ''
      const values = [
        [time, appid, '1900000109', '0', '', transactionId, outTradeNo, 'oUpF8uMu'],
        [
          type,
          state,
          'OTHERS',
          'CNY',
          paid,
          '0.00',
          number === '' ? '0' : `50${number}`,
          number || '0',
        ],
        [back, '0.00', refund ? 'ORIGINAL' : '', refund ? 'SUCCESS' : '', 'Tea, and a play', ''],
        ['0.00000', '0.60%', paid, back, ''],
      ].flat()
      lines.push(values.map((value) => `\`${value}`).join(','))
    }
    if (paidAt === null) continue
    write(paidAt, 'SUCCESS', null)
    for (const [number, { amount, at }] of refunds) write(at, 'REFUND', { number, amount })
  }
  if (lines.length === 0) return null
  const totals = [lines.length, 0, 0, 0, 0, 0, 0].map((value) => `\`${value}`).join(',')
  return `\u{feff}${[TITLES, ...lines, TOTALS, totals, ''].join('\r\n')}`
}
