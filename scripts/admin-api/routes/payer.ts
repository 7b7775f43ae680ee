import * as v from 'valibot'
import { LocaleSchema } from '#api/primitives.ts'
import { OrderNumberSchema } from '#api/order.ts'
import { href } from '#routes.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { PAYER_PATH, receivePayer } from '../modules/order/payer.ts'
import { readInput, readQuery } from '../read-input.ts'
import { openCookies } from '../sessions/cookies.ts'

const QuerySchema = v.object({
  order: OrderNumberSchema,
  lang: LocaleSchema,
  // Missing when somebody refused, or opened the address themselves.
  code: v.optional(v.pipe(v.string(), v.maxLength(512)), ''),
  state: v.optional(v.pipe(v.string(), v.maxLength(128)), ''),
})

/** Where WeChat returns with the code of the payer: back to the checkout, whatever the outcome. */
export function mountPayer(app: App, deps: Deps): void {
  app.get(PAYER_PATH, async (context) => {
    const {
      order: order_no,
      lang,
      code,
      state,
    } = readInput(QuerySchema, 'query', readQuery(context.req.url))
    const cookies = openCookies(context, deps.config.siteUrl)
    await receivePayer(deps, cookies, { order_no, lang, code, state })
    return context.redirect(href('/pay/pay', lang, { id: order_no }), 303)
  })
}
