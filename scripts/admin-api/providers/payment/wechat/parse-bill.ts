import type { BillEntry } from '../bill.ts'
import { parseYuan } from '../yuan.ts'

/** Titles of the used columns. */
const COLUMNS = {
  txnId: '微信订单号',
  outTradeNo: '商户订单号',
  state: '交易状态',
  total: '订单金额',
  outRefundNo: '商户退款单号',
  refund: '申请退款金额',
} as const

/** First title of the totals at the end. */
const TOTALS = '总交易单数'

/**
 * Parses a daily trade bill of WeChat Pay (type ALL): comma-separated, each value prefixed with a backtick,
 * totals at the end (pay.weixin.qq.com/doc/v3/merchant/4013071202).
 * @throws Error for another format or a truncated bill
 */
export function parseBill(text: string): BillEntry[] {
  const [head = '', ...lines] = text.replace(/^\u{feff}/u, '').split(/\r?\n/)
  const titles = head.split(',')
  const missing = Object.values(COLUMNS).find((title) => !titles.includes(title))
  if (missing !== undefined) throw new Error(`the bill has no column ${missing}`)
  const end = lines.findIndex((line) => line.startsWith(TOTALS))
  if (end < 0) throw new Error('the bill is truncated: it has no totals')
  return lines.slice(0, end).flatMap((line): BillEntry[] => {
    // Names of goods may contain commas, but no value contains a backtick.
    const values = line.replace(/^`/, '').split(',`')
    const read = (title: string) => values[titles.indexOf(title)] ?? ''
    const outTradeNo = read(COLUMNS.outTradeNo)
    switch (read(COLUMNS.state)) {
      case 'SUCCESS': {
        const amountFen = parseYuan(read(COLUMNS.total))
        return [{ kind: 'payment', outTradeNo, txnId: read(COLUMNS.txnId), amountFen }]
      }
      case 'REFUND': {
        const amountFen = parseYuan(read(COLUMNS.refund))
        return [{ kind: 'refund', outTradeNo, outRefundNo: read(COLUMNS.outRefundNo), amountFen }]
      }
      default:
        return []
    }
  })
}
