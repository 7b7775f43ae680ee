import type { OrderType } from '#api/order.ts'
import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import { formatPrice } from '#i18n/format.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { requestMembership } from '#features/ui/request-membership.ts'
import { useLoad } from '#features/ui/use-load.ts'
import { Filters } from '../Filters.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { OrderList } from '../OrderList.tsx'
import { useOrderFilter } from '../use-orders.ts'
import { TopUp } from './TopUp.tsx'
import '../order.css'
import '../order-list.css'
import './recharge.css'

interface Props extends IslandProps<'order'> {
  canBuyOnline: boolean
  /** The kinds of orders that the site sells. */
  kinds: readonly OrderType[]
}

/** The account balance, the top-up form and earlier top-ups. */
export function RechargePage({ locale, messages, ...site }: Props) {
  const t = useTexts(messages)
  return (
    <MemberGate t={t} skeleton={<ListSkeleton t={t} />}>
      <Recharge locale={locale} t={t} {...site} />
    </MemberGate>
  )
}

function Balance({ t }: IslandPart<'order'>) {
  const { state, retry } = useLoad(requestMembership)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  return (
    <section
      className="balance-card"
      aria-label={t('order:balance')}
      aria-busy={state.status !== 'done'}
    >
      <p>{t('order:balance')}</p>
      <p className="numeral">
        {state.status === 'done' ? formatPrice(state.data.balance_fen) : '—'}
      </p>
      <p>{t('order:balance_text')}</p>
    </section>
  )
}

type RechargeProps = IslandPart<'order'> & Omit<Props, 'locale' | 'messages'>

function Recharge({ canBuyOnline, kinds, ...part }: RechargeProps) {
  const { t } = part
  const { filter, open } = useOrderFilter('recharge')
  return (
    <div className="orders">
      <div className="recharge">
        <Balance {...part} />
        {canBuyOnline && <TopUp {...part} />}
      </div>
      <section className="recharge-history" aria-label={t('order:recharge_history')}>
        <h2 className="recharge-title">{t('order:recharge_history')}</h2>
        <Filters filter={filter} kinds={kinds} onStatus={open} {...part} />
        <OrderList key={filter.status} filter={filter} kinds={kinds} {...part} />
      </section>
    </div>
  )
}
