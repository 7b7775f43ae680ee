import { zipSync } from 'fflate'
import { formatBeijing, yuan } from '../bill-format.ts'
import type { AlipayTrade } from './trades.ts'

// The daily bill of type `trade` as documented: a ZIP archive of two files in GBK, with tabs after numbers
// so that spreadsheets treat them as text.

const TITLES =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

let gbkTable: Map<string, number[]> | undefined

/** Builds an encoding table for GBK from the runtime's decoder. */
function readGbkTable(): Map<string, number[]> {
  const decoder = new TextDecoder('gbk')
  const table = new Map<string, number[]>()
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const character = decoder.decode(Uint8Array.of(high, low))
      if ([...character].length === 1 && character !== '\u{fffd}') table.set(character, [high, low])
    }
  }
  return table
}

function encodeGbk(text: string): Uint8Array {
  const table = (gbkTable ??= readGbkTable())
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0
      return code < 0x80 ? [code] : (table.get(character) ?? [0x3f])
    }),
  )
}

const listLines = (trades: Iterable<AlipayTrade>, day: string): string[] => {
  const lines: string[] = []
  for (const { tradeNo, outTradeNo, subject, total, paidAt, refunds } of trades) {
    const write = (at: number, kind: string, amount: number, requestNo: string) => {
      const time = formatBeijing(at)
      if (!time.startsWith(day)) return
      const sum = kind === '退款' ? `-${yuan(amount)}` : yuan(amount)
      const head = [`${tradeNo}\t`, `${outTradeNo}\t`, kind, subject, time, time, '', '', '', '']
      const sums = [sum, sum, '0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00']
      const tail = [requestNo === '' ? '' : `${requestNo}\t`, '-0.00', '0.00', '']
      lines.push([...head, 'lin***@example.com', ...sums, ...tail].join(','))
    }
    if (paidAt === null) continue
    write(paidAt, '交易', total, '')
    for (const [requestNo, { amount, at }] of refunds) write(at, '退款', amount, requestNo)
  }
  return lines
}

/** Writes the bill of a day (Beijing time); null if it has no trades. */
export function writeBill(
  trades: Iterable<AlipayTrade>,
  { day, seller }: { day: string; seller: string },
): Buffer<ArrayBuffer> | null {
  const lines = listLines(trades, day)
  if (lines.length === 0) return null
  const head = ['#支付宝业务明细查询', `#账号：[${seller}0156]`, `#起始日期：[${day} 00:00:00]`]
  const rule = '-'.repeat(40)
  const details = [
    ...head,
    `#${rule}业务明细列表${rule}`,
    TITLES,
    ...lines,
    `#${rule}业务明细列表结束${rule}`,
    `#交易合计：${lines.length}笔`,
    `#导出时间：[${day} 08:00:00]`,
    '',
  ]
  const totals = ['#支付宝业务汇总查询', ...head.slice(1), '门店编号,门店名称', '合计,', '']
  const name = `${seller}0156_${day.replaceAll('-', '')}`
  const archive = zipSync({
    [`${name}_detail.csv`]: encodeGbk(details.join('\r\n')),
    [`${name}_summary.csv`]: encodeGbk(totals.join('\r\n')),
  })
  return Buffer.from(archive)
}
