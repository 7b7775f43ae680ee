import { formatTime } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { readOrderNumber } from '../address.ts'
import { NoOrder } from '../NoOrder.tsx'
import type { OrderMessages, OrderPart } from '../texts.ts'
import { BothWords } from './BothWords.tsx'
import { createBoth, type Both, type CardMessages } from './card-words.ts'
import { Reel } from './Reel.tsx'
import { orderIn } from './TicketCard.tsx'
import { useCard } from './use-card.ts'
import { useWakeLock } from './use-wake-lock.ts'
import '../order.css'
import './card.css'

interface Props {
  locale: Locale
  messages: OrderMessages
  words: CardMessages
}

/** The tickets of an order for the door: full height, both languages, also without a network. */
export function CardPage({ locale, messages, words }: Props) {
  const t = createTexts(messages)
  return (
    <div className="card-page">
      <MemberGate t={t} skeleton={<Waiting part={{ locale, t }} />}>
        <Card both={createBoth(words, locale)} locale={locale} t={t} />
      </MemberGate>
    </div>
  )
}

const RARE_WORDS = ['offline', 'as_of', 'used', 'void'] as const

const Waiting = ({ part: { t } }: { part: OrderPart }) => (
  <div className="ticket-card is-waiting" aria-busy="true">
    <output className="visually-hidden">{t('order:loading')}</output>
  </div>
)

function Card({ both, ...part }: OrderPart & { both: Both }) {
  const number = readOrderNumber(location.search)
  return number === null ? <NoOrder {...part} /> : <Known number={number} both={both} {...part} />
}

function Known({ number, both, ...part }: OrderPart & { number: string; both: Both }) {
  const { locale, t } = part
  const { state, retry } = useCard(number)
  const isAwake = useWakeLock()
  if (state.status === 'loading') return <Waiting part={part} />
  if (state.status === 'unknown') return <NoOrder {...part} />
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  const { card, isKept } = state
  const order = orderIn(card, locale)
  if (order === null || order.tickets.length === 0) {
    return (
      <div className="no-orders">
        <h2>
          <BothWords words={both(card.orders[locale].status === 'pending' ? 'unpaid' : 'none')} />
        </h2>
        <a className="button" href={href('/order/Info', locale, { id: number })}>
          {t('order:details')}
        </a>
      </div>
    )
  }
  return (
    <>
      <output className="card-hint" data-kept={isKept || undefined}>
        {isKept ? (
          <>
            <BothWords words={both('offline')} />{' '}
            <BothWords words={both('as_of', { time: formatTime(card.asOf) })} />
          </>
        ) : (
          <BothWords words={both(isAwake ? 'awake' : 'bright')} />
        )}
      </output>
      {/* The letters of what may have to be said without a network are loaded while there is one. */}
      <span className="visually-hidden" aria-hidden="true">
        {RARE_WORDS.map((word) => (
          <BothWords words={both(word)} key={word} />
        ))}
      </span>
      <Reel card={card} locale={locale} both={both} />
    </>
  )
}
