import type { BillEntry } from '../bill.ts'
import { parseYuan } from '../yuan.ts'

/** Titles of the used columns. */
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
 * Parses the detailed part of a daily Alipay bill (opendocs.alipay.com/open/204/106262): values separated by
 * commas and padded with a tab, comment lines starting with `#`.
 * @throws Error for another format or a truncated bill
 */
export function parseBill(text: string): BillEntry[] {
  const lines = text.split(/\r?\n/)
  if (!lines[0]?.startsWith(TITLE)) throw new Error('not an Alipay bill')
  if (!lines.some((line) => END.test(line))) throw new Error('the bill is truncated')
  const [head = '', ...rows] = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const titles = head.split(',').map((title) => title.trim())
  const missing = Object.values(COLUMNS).find((title) => !titles.includes(title))
  if (missing !== undefined) throw new Error(`the bill has no column ${missing}`)
  return rows.flatMap((row): BillEntry[] => {
    const values = row.split(',').map((value) => value.trim())
    if (values.length !== titles.length)
      throw new Error('a line of the bill has a different number of columns')
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
