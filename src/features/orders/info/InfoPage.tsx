import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import { useCallback } from 'react'
import type { Order, OrderStatus } from '#api/order.ts'
import { readOrderEvent } from '#calendar-file/order-event.ts'
import { isNotFound } from '#client/errors.ts'
import { formatMoment } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { Act } from '#features/ui/Act.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import { useRefreshOnReturn } from '#features/ui/use-refresh-on-return.ts'
import { useIsNarrow } from '#features/ui/use-media-query.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { readOrderNumber } from '#features/order-core/order-number.ts'
import { isUpcoming } from '#features/order-core/upcoming.ts'
import { Facts } from '../Facts.tsx'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import { CopyButton } from '#features/ui/CopyButton.tsx'
import { listCommonFacts } from '../facts.ts'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { NoOrder } from '../NoOrder.tsx'
import { requestOrder } from '#features/order-core/request-order.ts'
import { History } from './History.tsx'
import { PaySlip } from './PaySlip.tsx'
import { getTicketsLineKey, Tickets } from './Tickets.tsx'
import '../order.css'
import './order-info.css'

interface Props extends IslandProps<'orderInfo'> {
  /** `mobile`: one column at every width. */
  layout: 'desktop' | 'mobile'
  /** Name of the organisation, for receipts. */
  organisation: string
}
type Frame = Pick<Props, 'layout' | 'organisation'>

/** One order of the member with every field of the specification. */
export function InfoPage({ locale, messages, ...frame }: Props) {
  const t = useTexts(messages)
  return (
    <MemberGate t={t} skeleton={<ListSkeleton t={t} />}>
      <Info locale={locale} t={t} {...frame} />
    </MemberGate>
  )
}

/** The page of an order's performance or course; null for ended orders, whose item may be gone. */
export function getItemHref(order: Order, locale: Locale): string | null {
  if (!isUpcoming(order)) return null
  if (order.type === 'performance')
    return href('/drama/detail', locale, { id: order.performance_id })
  return order.type === 'course' ? href('/course/detail', locale, { id: order.course_id }) : null
}

/** Statuses in which an order can no longer get tickets. */
const ENDED = new Set<OrderStatus>(['cancelled', 'refunding', 'refunded'])

function Info(part: IslandPart<'orderInfo'> & Frame) {
  const number = readOrderNumber(location.search)
  return number === null ? <NoOrder {...part} /> : <OrderDetails number={number} {...part} />
}

function OrderDetails({
  number,
  layout,
  organisation,
  ...part
}: IslandPart<'orderInfo'> & Frame & { number: string }) {
  const { locale, t } = part
  const { state, retry, set, refresh } = useOrderDetails(number)
  const hasOneColumn = useIsNarrow() || layout === 'mobile'
  if (state.status === 'failed') {
    const { error } = state
    if (isNotFound(error)) return <NoOrder {...part} />
    return <LoadFailure error={error} t={t} onRetry={retry} />
  }
  if (state.status !== 'done') return <ListSkeleton t={t} />
  const order = state.data
  const kind = getOrderKind(order)
  const event = readOrderEvent(order)
  const transport = isUpcoming(order) && event?.place.transport
  const itemHref = getItemHref(order, locale)
  const hasTickets = order.type === 'performance' && order.tickets.length > 0
  const showsTickets = order.type === 'performance' && (hasTickets || !ENDED.has(order.status))
  const tickets = showsTickets && (
    <Act
      size="small"
      act={t(hasTickets ? 'order_info:act_1' : 'order_info:act_2')}
      title={t('order_info:tickets')}
      latin={t(getTicketsLineKey(order))}
      isUnprinted
    >
      <Tickets order={order} {...part} />
    </Act>
  )
  const slip = <PaySlip order={order} onChange={set} onEnd={refresh} {...part} />
  const rest = (
    <>
      <Act
        size="small"
        act={t(hasTickets ? 'order_info:act_2' : 'order_info:act_1')}
        title={t('order_info:facts')}
        latin={t('order_info:facts_latin')}
      >
        <Facts
          facts={[
            ...kind.listContent(order, part),
            ...(transport ? [{ name: t('order:transport'), value: transport }] : []),
            ...listCommonFacts(order, part),
          ]}
        >
          <div>
            <dt>{t('order:number')}</dt>
            <dd className="order-number">
              <span className="numeral">{number}</span>
              <CopyButton text={number} label={t('order:number')} className="row-action" t={t} />
            </dd>
          </div>
        </Facts>
      </Act>
      {!hasTickets && tickets}
      <Act
        size="small"
        act={t(showsTickets ? 'order_info:act_3' : 'order_info:act_2')}
        title={t('order_info:history')}
        latin={t('order_info:history_latin')}
      >
        <History order={order} {...part} />
      </Act>
      <a className="quiet-link" href={href('/order/list', locale)}>
        {t('order_info:back')}
      </a>
    </>
  )
  return (
    <article className="order-info" data-columns={hasOneColumn ? 1 : 2}>
      <p className="receipt-head">
        {t('order_info:receipt')} · {organisation}
      </p>
      <header className="order-title">
        <h2>{kind.name(order, t)}</h2>
        {event && (
          <p>
            <span className="numeral">{formatMoment(event.startsAt, locale)}</span>
            {event.place.hall.name}&nbsp;· {event.place.venue.name}
          </p>
        )}
        {itemHref !== null && (
          <a className="quiet-link" href={itemHref}>
            {t('order_info:see_item')}
          </a>
        )}
      </header>
      {hasOneColumn ? (
        <>
          {hasTickets && tickets}
          {slip}
          {rest}
        </>
      ) : (
        <>
          <div className="order-body">
            {hasTickets && tickets}
            {rest}
          </div>
          {slip}
        </>
      )}
    </article>
  )
}

/** Loads an order of the member. Refreshes it in the background when the page becomes visible or online. */
function useOrderDetails(number: string) {
  const request = useCallback((signal: AbortSignal) => requestOrder(number, signal), [number])
  const load = useLoad(request)
  useRefreshOnReturn(load)
  return load
}
