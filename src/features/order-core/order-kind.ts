import type { Order, OrderType } from '#api/order.ts'
import type { IslandKey, IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import type { Locale } from '#i18n/locales.ts'
import type { RoutePath } from '#routes.ts'

export type OrderOf<T extends OrderType> = Extract<Order, { type: T }>

/** A labelled value of an order. */
export interface Fact {
  name: string
  value: string
  /** Digits are set in the numeral face. */
  isNumeral?: boolean
}

interface ShopLink<I extends 'order' | 'pay'> {
  route: RoutePath
  label: IslandKey<I>
}

/** What the member app shows of one kind of orders. To add one: `docs/how-to/add-an-order-kind.md`. */
export interface OrderKind<T extends OrderType> {
  /** The list of these orders. */
  list: RoutePath
  /** Where a member without such an order finds one; null where nothing is sold. */
  shop: ShopLink<'order'> | null
  /** Where to look further after the purchase. */
  next: ShopLink<'pay'>
  name: (order: OrderOf<T>, t: IslandTexts<'order'>) => string
  /** The page where the same can be ordered again. */
  hrefOfSame: (order: OrderOf<T>, locale: Locale) => string
  /** The poster of what is bought (`src/content/art.ts`); null where there is none. */
  readArtName: (order: OrderOf<T>) => string | null
  /** The fields that only this kind has, for the pages of orders. */
  listContent: (order: OrderOf<T>, part: IslandPart<'order'>) => Fact[]
  /** What is bought, line by line, for the pages of payment. */
  listLines: (order: OrderOf<T>, part: IslandPart<'pay'>) => string[]
  /** What to expect after the purchase. */
  listNextSteps: (order: OrderOf<T>, part: IslandPart<'pay'>) => string[]
  /** What the purchase has brought, as a heading, and a sentence on it. */
  doneTitle: (order: OrderOf<T>) => IslandKey<'pay'>
  doneText: (order: OrderOf<T>) => IslandKey<'pay'>
  refundText: IslandKey<'order'>
  extendTitle: IslandKey<'pay'>
  /** The first of the steps of a purchase: what is chosen. */
  firstStep: IslandKey<'pay'>
}
