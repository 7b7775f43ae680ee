import { unzipSync } from 'fflate'
import * as v from 'valibot'
import { ProviderError } from '../../provider-error.ts'
import type { BillEntry } from '../payment.ts'
import { parseYuan } from '../../../yuan.ts'
import type { AlipayClient } from './client.ts'

/** Titles of the used columns. */
const COLUMNS = {
  outTradeNo: '商户订单号',
  kind: '业务类型',
  goods: '商品名称',
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
    const surplus = values.length - titles.length
    if (surplus < 0) throw new Error('a line of the bill has too few columns')
    // Names of goods may contain commas.
    values.splice(titles.indexOf(COLUMNS.goods), surplus)
    const read = (title: string) => values[titles.indexOf(title)] ?? ''
    switch (read(COLUMNS.kind)) {
      case '交易': {
        const amountFen = parseYuan(read(COLUMNS.amount))
        return [{ kind: 'payment', number: read(COLUMNS.outTradeNo), amountFen }]
      }
      case '退款': {
        const amountFen = parseYuan(read(COLUMNS.amount).replace(/^-/, ''))
        return [{ kind: 'refund', number: read(COLUMNS.outRequestNo), amountFen }]
      }
      default:
        return []
    }
  })
}

const TIMEOUT_MS = 20_000
/** For comparison: a bill of 100,000 lines has about 30 MB. */
const MAX_BYTES = 200 * 2 ** 20

const LinkSchema = v.object({ bill_download_url: v.pipe(v.string(), v.url()) })

/** Upgrades the documented http URL to https, so that the bill cannot be tampered with. */
function upgradeToHttps(address: string, apiUrl: string): string {
  return apiUrl.startsWith('https:') ? address.replace(/^http:/, 'https:') : address
}

async function download(address: string): Promise<Uint8Array> {
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the bill could not be downloaded: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Unpacks a bill, which is a ZIP archive of GBK text files. */
function unpack(archive: Uint8Array): string[] {
  const files = unzipSync(archive, {
    filter({ originalSize }) {
      if (originalSize > MAX_BYTES) throw new Error('the bill is too large')
      return true
    },
  })
  return Object.values(files).map((bytes) => new TextDecoder('gbk').decode(bytes))
}

/**
 * Downloads the bill of a day (Beijing time). It is available from 9:00 on the next day; the download URL is
 * valid for 30 seconds.
 * @param day `YYYY-MM-DD`
 * @returns no entries for a day without payments
 */
export async function readBill(
  { call }: AlipayClient,
  { day, apiUrl }: { day: string; apiUrl: string },
): Promise<BillEntry[]> {
  try {
    const result = await call('alipay.data.dataservice.bill.downloadurl.query', {
      bill_type: 'trade',
      bill_date: day,
    })
    const { bill_download_url } = v.parse(LinkSchema, result)
    const texts = unpack(await download(upgradeToHttps(bill_download_url, apiUrl)))
    // The archive also contains a summary.
    const details = texts.filter((text) => text.includes('业务明细列表'))
    if (details.length === 0) throw new Error('the bill has no details')
    return details.flatMap(parseBill)
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'isp.bill_not_exist') return []
    throw error
  }
}
