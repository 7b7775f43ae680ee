import { describe, expect, test } from 'vitest'
import { parseBill } from '#scripts/admin-api/providers/payment/wechat/read-bill.ts'

const HEAD = '交易时间,微信订单号,商户订单号,交易状态,商户退款单号,商品名称,订单金额,申请退款金额'
const TOTALS = '总交易单数,订单总金额\r\n`1,`180.50\r\n'

const writeBill = (...lines: string[]) => [HEAD, ...lines, TOTALS].join('\r\n')

describe('WeChat Pay trade bill', () => {
  test('lists payments and refunds in fen', () => {
    const bill = writeBill(
      '`2027-05-05 12:00:00,`4200001,`E1,`SUCCESS,`0,`A play, in two acts,`180.50,`0.00',
      '`2027-05-05 13:00:00,`4200001,`E1,`REFUND,`R1,`A play,`0.00,`0.07',
      '`2027-05-05 13:00:00,`4200002,`E2,`REVOKED,`0,`A play,`1.00,`0.00',
    )
    expect(parseBill(`\u{feff}${bill}`)).toEqual([
      { kind: 'payment', number: 'E1', amountFen: 18_050 },
      { kind: 'refund', number: 'R1', amountFen: 7 },
    ])
  })

  test.each([
    ['ends before its totals', HEAD, 'is truncated'],
    ['lacks a column', writeBill().replace('商户订单号', '其他'), 'has no column 商户订单号'],
    ['has an invalid amount', writeBill('`t,`4,`E1,`SUCCESS,`0,`A,`-1,`0.00'), 'is not an amount'],
  ])('is refused if it %s', (_, bill, fault) => {
    expect(() => parseBill(bill)).toThrow(fault)
  })
})
