import type { BillEntry } from '../bill.ts'
import { parseYuan } from '../yuan.ts'

/** The columns in use, by their titles in the bill. */
const COLUMNS = {
  tradeNo: '支付宝交易号',
  outTradeNo: '商户订单号',
  kind: '业务类型',
  amount: '订单金额（元）',
  outRequestNo: '退款批次号/请求号',
} as const

const TITLE = '#支付宝业务明细查询'
const END = /^#-*业务明细列表结束/

/**
 * Reads the detailed part of a daily bill of Alipay (opendocs.alipay.com/open/204/106262): values between
 * commas with a tab behind them, remarks in lines that begin with `#`.
 * @throws Error when it is not such a bill, or only its beginning
 */
export function parseBill(text: string): BillEntry[] {
  const lines = text.split(/\r?\n/)
  if (!lines[0]?.startsWith(TITLE)) throw new Error('this is no bill of Alipay')
  if (!lines.some((line) => END.test(line))) throw new Error('the bill ends before its end')
  const [head = '', ...rows] = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const titles = head.split(',').map((title) => title.trim())
  const missing = Object.values(COLUMNS).find((title) => !titles.includes(title))
  if (missing !== undefined) throw new Error(`the bill lacks the column ${missing}`)
  return rows.flatMap((row): BillEntry[] => {
    const values = row.split(',').map((value) => value.trim())
    if (values.length !== titles.length) throw new Error('a line of the bill has other columns')
    const read = (title: string) => values[titles.indexOf(title)] ?? ''
    const outTradeNo = read(COLUMNS.outTradeNo)
    switch (read(COLUMNS.kind)) {
      case '交易': {
        const amountFen = parseYuan(read(COLUMNS.amount))
        return [{ kind: 'payment', outTradeNo, txnId: read(COLUMNS.tradeNo), amountFen }]
      }
      case '退款': {
        const amountFen = parseYuan(read(COLUMNS.amount).replace(/^-/, ''))
        return [{ kind: 'refund', outTradeNo, outRefundNo: read(COLUMNS.outRequestNo), amountFen }]
      }
      default:
        return []
    }
  })
}
