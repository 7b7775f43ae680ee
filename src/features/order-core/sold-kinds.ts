import { OrderTypeSchema, type OrderType } from '#api/order.ts'
import { isShownPath, type Section } from '#api/sections.ts'
import { ORDER_KINDS } from './order-kinds.ts'

/** Lists the kinds of orders that a site with these sections sells. Used by pages, not by islands. */
export const listSoldKinds = (sections: readonly Section[]): OrderType[] =>
  OrderTypeSchema.options.filter((type) => {
    const { shop } = ORDER_KINDS[type]
    return shop === null || isShownPath(shop.route, sections)
  })
