import type { Order, OrderStatus, OrderType } from '#api/order.ts'
import type { IslandKey, IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import type { Locale } from '#i18n/locales.ts'
import type { RoutePath } from '#routes.ts'

export type OrderOf<T extends OrderType> = Extract<Order, { type: T }>

/** A labelled value of an order. */
export interface Fact {
  name: string
  value: string
  /** Renders digits in the numeral font. */
  isNumeral?: boolean
}

interface ShopLink<I extends 'order' | 'pay'> {
  route: RoutePath
  label: IslandKey<I>
}

/** Texts, links and content of one kind of orders. To add one: `docs/how-to/add-an-order-kind.md`. */
export interface OrderKind<T extends OrderType> {
  /** The list page of these orders; null if the page of all orders lists them, with `?type=`. */
  list: RoutePath | null
  /** The page that sells these items, for members without such an order; null if there is none. */
  shop: ShopLink<'order'> | null
  /** The statuses of a paid order from its visit on; none for kinds without a date. */
  visitStatuses: readonly OrderStatus[]
  /** The consequence of cancelling an unpaid order. */
  cancelText: 'order:cancel_text' | 'order:cancel_text_unheld'
  /** The page to browse after the purchase. */
  next: ShopLink<'pay'>
  name: (order: OrderOf<T>, t: IslandTexts<'order'>) => string
  /** URL for ordering the same again. */
  repeatHref: (order: OrderOf<T>, locale: Locale) => string
  /** Name of the item's poster (`src/content/art.ts`); null if there is none. */
  readArtName: (order: OrderOf<T>) => string | null
  /** The fields of this kind, for the order pages. */
  listContent: (order: OrderOf<T>, part: IslandPart<'order'>) => Fact[]
  /** The purchased items as lines of text, for the checkout pages. */
  listLines: (order: OrderOf<T>, part: IslandPart<'pay'>) => string[]
  /** Instructions after the purchase. */
  listNextSteps: (order: OrderOf<T>, part: IslandPart<'pay'>) => string[]
  /** Name of the first checkout step, which selects the item. */
  firstStep: IslandKey<'pay'>
}
