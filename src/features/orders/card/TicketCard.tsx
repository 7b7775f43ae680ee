import { useEffect, useState } from 'react'
import type { CachedCard } from '#stores/ticket-cache.ts'
import { ItemArt } from '#features/order-core/ItemArt.tsx'
import {
  readTicketState,
  type PerformanceOrder,
  type Ticket,
} from '#features/order-core/kinds/performance.ts'
import { useMediaQuery } from '#features/ui/use-media-query.ts'
import { LOCALE_TRAITS, SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { formatMoment, formatTicketCode, formatTime, formatSeconds } from '#i18n/format.ts'
import { TicketCode } from '../TicketCode.tsx'
import type { TranslateAll } from './card-texts.tsx'

interface Props {
  card: CachedCard
  /** Index of the ticket in the order. */
  index: number
  locale: Locale
  both: TranslateAll
}

/** The order of a card in a language; null if it is missing or not for a performance. */
export function findOrder({ orders }: CachedCard, locale: Locale): PerformanceOrder | null {
  const order = orders[locale]
  return order?.type === 'performance' ? order : null
}

/** The languages of a card, that of the page first. */
export const sortLocales = (pageLocale: Locale): Locale[] => [
  pageLocale,
  ...SITE_LOCALES.filter((locale) => locale !== pageLocale),
]

/** One ticket in full height: title, time, place, and its code below the perforation. */
export function TicketCard({ card, index, locale, both }: Props) {
  // On lower screens the artwork fits only if there is no code.
  const isTall = useMediaQuery('(min-height: 1000px)')
  const versions = sortLocales(locale).flatMap((each) => {
    const order = findOrder(card, each)
    const ticket = order?.tickets[index]
    return order && ticket ? [{ lang: LOCALE_TRAITS[each].htmlLang, each, order, ticket }] : []
  })
  const [first] = versions
  if (!first) return null
  const { order, ticket } = first
  const { length: count } = order.tickets
  const state = readTicketState(order, ticket)
  const inAllLocales = (read: (version: NonNullable<typeof first>) => string) =>
    versions.map((version) => (
      <span className="both" lang={version.lang} key={version.lang}>
        {read(version)}
      </span>
    ))
  return (
    <article className="ticket ticket-card" data-state={state}>
      <div className="card-top">
        <h2>{inAllLocales((version) => version.order.title)}</h2>
        {(isTall || state === 'void') && (
          <ItemArt order={order} sizes="(max-width: 767px) 86vw, 464px" />
        )}
        <dl>
          <div className="card-when">
            <dt>{both('time')}</dt>
            <dd className="numeral">
              {inAllLocales(({ order: { starts_at: at }, each }) => formatMoment(at, each))}
            </dd>
          </div>
          <div>
            <dt>{both('place')}</dt>
            <dd>
              {inAllLocales(({ order: { place } }) => `${place.venue.name} · ${place.hall.name}`)}
            </dd>
          </div>
          <div>
            <dt>{both('tier')}</dt>
            <dd>{inAllLocales((version) => version.ticket.tier)}</dd>
          </div>
          <div>
            <dt>{both('count')}</dt>
            <dd className="numeral">
              {index + 1} / {count}
            </dd>
          </div>
        </dl>
      </div>
      <Stub ticket={ticket} state={state} orderNo={order.order_no} both={both} />
    </article>
  )
}

interface StubProps {
  ticket: Ticket
  state: ReturnType<typeof readTicketState>
  orderNo: string
  both: TranslateAll
}

function Stub({ ticket, state, orderNo, both }: StubProps) {
  const { used_at: usedAt, code } = ticket
  return (
    <div className="card-stub torn" data-edge="top">
      <p className="card-state" data-state={state}>
        {both(state)}
        {usedAt !== null && <span className="numeral">{formatTime(usedAt)}</span>}
      </p>
      {state !== 'void' && <TicketCode code={code} title={code} />}
      <p className="card-code numeral">{formatTicketCode(code)}</p>
      <p className="card-foot">
        <LiveClock />
        <span>
          {both('order')} <span className="numeral">{orderNo}</span>
        </span>
      </p>
    </div>
  )
}

/** A running clock, which distinguishes a live ticket from a screenshot. */
function LiveClock() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="live-clock" role="timer">
      <span className="numeral">{formatSeconds(now)}</span>
      <span className="live-sweep" aria-hidden="true" />
    </span>
  )
}
