import { createSign, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { BridgeRequest } from '#api/payment.ts'
import { createWechatOauth } from '../../wechat/oauth.ts'
import type { WechatApp } from '../../wechat/settings.ts'
import type { InAppPayment, Trade } from '../payment.ts'
import type { WechatClient } from './client.ts'
import type { WechatPayConfig } from './settings.ts'

const PrepaySchema = v.object({ prepay_id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

interface Options {
  account: WechatApp
  config: WechatPayConfig
  call: WechatClient['call']
  describeTrade: (trade: Trade, appid: string) => object
  now: () => number
}

/**
 * WeChat Pay inside WeChat (JSAPI, pay.weixin.qq.com/doc/v3/merchant/4012791870): the trade is created for the
 * payer's openid, and WeChat's in-app browser opens the payment with parameters that are signed here.
 */
export function createJsapi({ account, config, call, describeTrade, now }: Options): InAppPayment {
  const oauth = createWechatOauth(account)
  const { appid } = account
  return {
    createPayerUrl: oauth.createPayerUrl,

    findPayer: async (code) => (await oauth.exchangeCode(code)).openid,

    async create(trade, payer) {
      const content = { ...describeTrade(trade, appid), payer: { openid: payer } }
      const result = await call('POST', '/v3/pay/transactions/jsapi', content)
      return v.parse(PrepaySchema, result).prepay_id
    },

    sign(prepayId): BridgeRequest {
      const fields = {
        appId: appid,
        timeStamp: String(Math.floor(now() / 1000)),
        nonceStr: randomBytes(16).toString('hex'),
        package: `prepay_id=${prepayId}`,
      }
      const text = Object.values(fields)
        .map((value) => `${value}\n`)
        .join('')
      const paySign = createSign('RSA-SHA256').update(text).sign(config.privateKey, 'base64')
      return { ...fields, signType: 'RSA', paySign }
    },
  }
}
