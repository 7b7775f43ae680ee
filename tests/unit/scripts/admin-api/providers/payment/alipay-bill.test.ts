import { describe, expect, test } from 'vitest'
import { parseBill } from '#scripts/admin-api/providers/payment/alipay/read-bill.ts'

const HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,对方账户,订单金额（元）,退款批次号/请求号,备注'

const writeBill = (...lines: string[]) =>
  [
    '#支付宝业务明细查询',
    '#账号：[20881021479480600156]',
    '#-----业务明细列表-----',
    HEAD,
    ...lines,
    '#-----业务明细列表结束-----',
    '#交易合计：1笔',
    '',
  ].join('\r\n')

describe('Alipay trade bill', () => {
  test('lists payments and refunds in fen', () => {
    const bill = writeBill(
      '2027050522\t,E1\t,交易,A play, in two acts, 1904,lin***@example.com,180.50,,',
      '2027050522\t,E1\t,退款,演出票,lin***@example.com,-0.07,R1\t,',
      '2027050523\t,\t,转账,还款,lin***@example.com,5.00,,',
    )
    expect(parseBill(bill)).toEqual([
      { kind: 'payment', number: 'E1', amountFen: 18_050 },
      { kind: 'refund', number: 'R1', amountFen: 7 },
    ])
  })

  test.each([
    ['is an HTML page', '<html>', 'not an Alipay bill'],
    ['ends early', writeBill().split('业务明细列表结束')[0] ?? '', 'is truncated'],
    ['lacks a column', writeBill().replace('商户订单号', '其他'), 'has no column 商户订单号'],
    ['has an incomplete line', writeBill('1,2,交易'), 'has too few columns'],
    ['has an invalid amount', writeBill('1,E1,交易,票,x,1e2,,'), 'is not an amount'],
  ])('is refused if it %s', (_, bill, fault) => {
    expect(() => parseBill(bill)).toThrow(fault)
  })
})
