import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { BillEntry } from '../bill.ts'
import { WechatPayError, type WechatClient } from './client.ts'
import { parseBill } from './parse-bill.ts'

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
    const text = await download(pathname + search)
    if (createHash('sha1').update(text).digest('hex') !== hash_value.toLowerCase()) {
      throw new Error(`the bill of ${day} does not match its hash`)
    }
    return parseBill(text)
  } catch (error) {
    if (error instanceof WechatPayError && error.code === 'NO_STATEMENT_EXIST') return []
    throw error
  }
}
