import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { BillEntry } from '../payment.ts'
import { parseYuan } from '../../../yuan.ts'
import { WechatPayError, type WechatClient } from './client.ts'

/** Titles of the used columns. */
const COLUMNS = {
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
    switch (read(COLUMNS.state)) {
      case 'SUCCESS': {
        const amountFen = parseYuan(read(COLUMNS.total))
        return [{ kind: 'payment', number: read(COLUMNS.outTradeNo), amountFen }]
      }
      case 'REFUND': {
        const amountFen = parseYuan(read(COLUMNS.refund))
        return [{ kind: 'refund', number: read(COLUMNS.outRefundNo), amountFen }]
      }
      default:
        return []
    }
  })
}

const LinkSchema = v.object({
  download_url: v.pipe(v.string(), v.url()),
  hash_type: v.literal('SHA1'),
  hash_value: v.string(),
})

/**
 * Downloads the bill of a day (Beijing time). It is available from 10:00 on the next day.
 * @param day `YYYY-MM-DD`
 * @returns no entries for a day without payments
 */
export async function readBill(
  { call, download }: WechatClient,
  day: string,
): Promise<BillEntry[]> {
  const target = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`
  try {
    const { download_url, hash_value } = v.parse(LinkSchema, await call('GET', target))
    const { pathname, search } = new URL(download_url)
    const bytes = await download(pathname + search)
    if (hash('sha1', bytes) !== hash_value.toLowerCase()) {
      throw new Error(`the bill of ${day} does not match its hash`)
    }
    return parseBill(Buffer.from(bytes).toString())
  } catch (error) {
    if (error instanceof WechatPayError && error.code === 'NO_STATEMENT_EXIST') return []
    throw error
  }
}
