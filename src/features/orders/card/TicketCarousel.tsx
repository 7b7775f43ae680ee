import { useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '#i18n/locales.ts'
import type { CachedCard } from '#stores/ticket-cache.ts'
import type { TranslateAll } from './card-texts.tsx'
import { findOrder, TicketCard } from './TicketCard.tsx'

interface Props {
  card: CachedCard
  locale: Locale
  both: TranslateAll
}

/** The tickets of an order as a carousel, with swiping and buttons. */
export function TicketCarousel({ card, locale, both }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const order = findOrder(card, locale)
  const tickets = order?.tickets ?? []
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      tickets.findIndex(({ state }) => state === 'valid'),
    ),
  )

  // Opens at the first ticket that admits: those before may be refunded or used.
  useLayoutEffect(() => {
    const element = list.current
    element?.scrollTo({ left: index * element.clientWidth, behavior: 'instant' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, for the initial ticket
  }, [])

  function turn(by: number): void {
    const element = list.current
    element?.scrollTo({ left: (index + by) * element.clientWidth })
  }

  return (
    <>
      {/* Focusable, so that arrow keys scroll it. */}
      <ol
        className="card-reel"
        aria-label={order?.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region
        tabIndex={0}
        ref={list}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setIndex(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {tickets.map((ticket, at) => (
          // Tickets out of view are not reachable by keyboard.
          <li key={ticket.id} inert={at !== index}>
            <TicketCard card={card} index={at} locale={locale} both={both} />
          </li>
        ))}
      </ol>
      {tickets.length > 1 && (
        <div className="card-turn">
          <button type="button" aria-disabled={index === 0} onClick={() => turn(-1)}>
            {both('previous')}
          </button>
          <output className="numeral">
            {index + 1} / {tickets.length}
          </output>
          <button
            type="button"
            aria-disabled={index === tickets.length - 1}
            onClick={() => turn(1)}
          >
            {both('next')}
          </button>
        </div>
      )}
    </>
  )
}
