import type { OrderType } from '#api/order.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { Filters } from './Filters.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { OrderList } from './OrderList.tsx'
import type { OrderMessages, OrderPart } from './texts.ts'
import { useWish } from './use-wish.ts'
import './order.css'
import './order-list.css'

interface Props {
  locale: Locale
  messages: OrderMessages
  /** The kind of orders that the page is about; null for all. */
  type: OrderType | null
}

/** Own orders by kind and status. */
export function OrdersPage({ locale, messages, type }: Props) {
  const t = createTexts(messages)
  return (
    <MemberGate t={t} skeleton={<ListSkeleton t={t} />}>
      <Orders type={type} locale={locale} t={t} />
    </MemberGate>
  )
}

function Orders({ type, ...part }: OrderPart & { type: OrderType | null }) {
  const [wish, open] = useWish(type)
  return (
    <div className="orders">
      <Filters wish={wish} onStatus={open} {...part} />
      <OrderList key={`${wish.type} ${wish.status}`} wish={wish} {...part} />
    </div>
  )
}
