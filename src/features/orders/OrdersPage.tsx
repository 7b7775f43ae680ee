import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import type { OrderType } from '#api/order.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { Filters } from './Filters.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { OrderList } from './OrderList.tsx'
import { useOrderFilter } from './use-orders.ts'
import './order.css'
import './order-list.css'

interface Props extends IslandProps<'order'> {
  /** The kind of orders that the page lists; null for all. */
  type: OrderType | null
  /** The kinds of orders that the site sells. */
  kinds: readonly OrderType[]
}

/** The member's orders, by kind and status. */
export function OrdersPage({ locale, messages, type, kinds }: Props) {
  const t = useTexts(messages)
  return (
    <MemberGate t={t} skeleton={<ListSkeleton t={t} />}>
      <Orders type={type} kinds={kinds} locale={locale} t={t} />
    </MemberGate>
  )
}

function Orders({ type, kinds, ...part }: IslandPart<'order'> & Pick<Props, 'type' | 'kinds'>) {
  const { filter, open } = useOrderFilter(type)
  return (
    <div className="orders">
      <Filters filter={filter} kinds={kinds} onStatus={open} {...part} />
      <OrderList key={`${filter.type} ${filter.status}`} filter={filter} kinds={kinds} {...part} />
    </div>
  )
}
