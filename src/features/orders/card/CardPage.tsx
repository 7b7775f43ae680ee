import { useEffect, useState } from 'react'
import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import { formatTime } from '#i18n/format.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { readOrderNumber } from '#features/order-core/order-number.ts'
import { NoOrder } from '../NoOrder.tsx'
import { useTranslateAll, type TranslateAll, type CardMessages } from './card-texts.tsx'
import { TicketCarousel } from './TicketCarousel.tsx'
import { findOrder } from './TicketCard.tsx'
import { useCard } from './use-card.ts'
import '../order.css'
import './card.css'
import './ticket-card.css'

interface Props extends IslandProps<'order'> {
  words: CardMessages
}

/** The tickets of an order for admission: full height, in all languages, also offline. */
export function CardPage({ locale, messages, words }: Props) {
  const t = useTexts(messages)
  const both = useTranslateAll(words)
  return (
    <div className="card-page">
      <MemberGate t={t} skeleton={<Skeleton t={t} />}>
        <Card both={both} locale={locale} t={t} />
      </MemberGate>
    </div>
  )
}

const OFFLINE_TEXTS = ['offline', 'as_of', 'used', 'void'] as const

const Skeleton = ({ t }: Pick<IslandPart<'order'>, 't'>) => (
  <div className="ticket-card skeleton-block" aria-busy="true">
    <output className="visually-hidden">{t('order:loading')}</output>
  </div>
)

function Card({ both, ...part }: IslandPart<'order'> & { both: TranslateAll }) {
  const number = readOrderNumber(location.search)
  return number === null ? (
    <NoOrder {...part} />
  ) : (
    <LoadedCard number={number} both={both} {...part} />
  )
}

function LoadedCard({
  number,
  both,
  ...part
}: IslandPart<'order'> & { number: string; both: TranslateAll }) {
  const { locale, t } = part
  const { state, retry } = useCard(number)
  const isAwake = useWakeLock()
  if (state.status === 'loading') return <Skeleton t={t} />
  if (state.status === 'unknown') return <NoOrder {...part} />
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  const { card, isCached } = state
  const order = findOrder(card, locale)
  if (order === null || order.tickets.length === 0) {
    return (
      <div className="no-orders">
        <h2>{both(card.orders[locale]?.status === 'pending' ? 'unpaid' : 'none')}</h2>
        <a className="button" href={href('/order/Info', locale, { id: number })}>
          {t('order:details')}
        </a>
      </div>
    )
  }
  const isAdmitting = order.tickets.some((ticket) => ticket.state === 'valid')
  return (
    <>
      <output className="card-hint" data-cached={isCached || undefined}>
        {isCached && (
          <>
            {both('offline')} {both('as_of', { time: formatTime(card.asOf) })}
          </>
        )}
        {!isCached && isAdmitting && both(isAwake ? 'awake' : 'bright')}
      </output>
      {/* Loads the font slices of texts that may be needed offline. */}
      <span className="visually-hidden" aria-hidden="true">
        {OFFLINE_TEXTS.map((word) => both(word))}
      </span>
      <TicketCarousel card={card} locale={locale} both={both} />
    </>
  )
}

/** Keeps the screen awake while the page is visible. @returns whether the wake lock is active */
function useWakeLock(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    // Browsers release the lock when the page is hidden.
    const acquire = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isUnmounted) void lock?.release()
      else setAwake(lock !== null)
    }
    const onVisibilityChange = () => void acquire()
    onVisibilityChange()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisibilityChange)
      void lock?.release()
    }
  }, [])
  return isAwake
}
