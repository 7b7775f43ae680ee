import * as v from 'valibot'
import { LocaleSchema } from '#api/primitives.ts'
import { OrderNumberSchema } from '#api/order.ts'
import { href } from '#routes.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { PAYER_PATH, receivePayer } from '../modules/order/payer.ts'
import { readInput, readQuery } from '../request.ts'
import { openCookies } from '../sessions/cookies.ts'

const QuerySchema = v.object({
  order: OrderNumberSchema,
  lang: LocaleSchema,
  // Missing when the payer refused or opened the URL directly.
  code: v.optional(v.pipe(v.string(), v.maxLength(512)), ''),
  state: v.optional(v.pipe(v.string(), v.maxLength(128)), ''),
})

/** Return URL of WeChat's authorisation of the payer; redirects to the checkout, also after a failure. */
export function mountPayer(app: App, deps: Deps): void {
  app.get(PAYER_PATH, async (context) => {
    const query = readInput(QuerySchema, 'query', readQuery(context.req.url))
    const { order: order_no, lang, code, state } = query
    const cookies = openCookies(context, deps.config.siteUrl)
    await receivePayer(deps, cookies, { order_no, lang, code, state })
    return context.redirect(href('/pay/pay', lang, { id: order_no }), 303)
  })
}
