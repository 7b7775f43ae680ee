import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { OrderNumberSchema } from './order.ts'
import { PayMethodSchema, ProviderMethodSchema } from './pay-methods.ts'
import { HrefSchema, TimeSchema } from './primitives.ts'

/** Signed addresses of payment pages have more than a thousand characters. */
const CodeUrlSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(4000),
  v.description('Content of the QR code (`weixin://…`), or URL of the payment page'),
)

const waiting = {
  status: v.literal('waiting'),
  order_no: OrderNumberSchema,
  expires_at: TimeSchema,
  server_time: TimeSchema,
}
const PaidSchema = v.object({ status: v.literal('paid'), order_no: OrderNumberSchema })

export const payOrder = defineEndpoint('POST', '/api/order/pay', {
  login: 'required',
  body: v.object({ order_no: OrderNumberSchema, method: PayMethodSchema }),
  data: v.variant('status', [PaidSchema, v.object({ ...waiting, code_url: CodeUrlSchema })]),
})

export const payOrderOnPhone = defineEndpoint('POST', '/api/order/pay_h5', {
  login: 'required',
  body: v.object({ order_no: OrderNumberSchema, method: ProviderMethodSchema }),
  data: v.variant('status', [PaidSchema, v.object({ ...waiting, h5_url: HrefSchema })]),
})

/** Parameters of `getBrandWCPayRequest`, passed to `WeixinJSBridge` unchanged. */
export const BridgeRequestSchema = v.object({
  appId: v.string(),
  timeStamp: v.string(),
  nonceStr: v.string(),
  package: v.string(),
  signType: v.literal('RSA'),
  paySign: v.string(),
})
export type BridgeRequest = v.InferOutput<typeof BridgeRequestSchema>

export const payOrderInApp = defineEndpoint('POST', '/api/order/pay_in_app', {
  login: 'required',
  body: v.object({ order_no: OrderNumberSchema, method: v.literal('wechat') }),
  data: v.variant('status', [
    v.object({
      status: v.literal('identify'),
      order_no: OrderNumberSchema,
      url: v.pipe(
        HrefSchema,
        v.description('Page of the provider that identifies the payer and returns to the checkout'),
      ),
    }),
    v.object({ ...waiting, request: BridgeRequestSchema }),
  ]),
})
