import { getMembership } from '#api/account.ts'
import { formatPrice } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { useLoad } from '#islands/ui/use-load.ts'
import { callApi } from '#stores/client.ts'
import { Filters } from '../Filters.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { OrderList } from '../OrderList.tsx'
import type { OrderMessages, OrderPart } from '../texts.ts'
import { useWish } from '../use-wish.ts'
import { TopUp } from './TopUp.tsx'
import '../order.css'
import '../order-list.css'
import './recharge.css'

interface Props {
  locale: Locale
  messages: OrderMessages
  canBuyOnline: boolean
}

/** The balance of the account, a new top-up, and those before. */
export function RechargePage({ locale, messages, canBuyOnline }: Props) {
  const t = createTexts(messages)
  return (
    <MemberGate t={t} skeleton={<ListSkeleton t={t} />}>
      <Recharge locale={locale} t={t} canBuyOnline={canBuyOnline} />
    </MemberGate>
  )
}

const requestBalance = (signal: AbortSignal) => callApi(getMembership, { signal })

function Balance({ t }: OrderPart) {
  const { state, retry } = useLoad(requestBalance)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  return (
    <div className="balance-card" aria-busy={state.status !== 'done'}>
      <p>{t('order:balance')}</p>
      <p className="numeral">
        {state.status === 'done' ? formatPrice(state.data.balance_fen) : '—'}
      </p>
      <p>{t('order:balance_text')}</p>
    </div>
  )
}

function Recharge({ canBuyOnline, ...part }: OrderPart & Pick<Props, 'canBuyOnline'>) {
  const { t } = part
  const [wish, open] = useWish('recharge')
  return (
    <div className="orders">
      <div className="recharge">
        <Balance {...part} />
        {canBuyOnline && <TopUp {...part} />}
      </div>
      <section className="recharge-history" aria-label={t('order:recharge_history')}>
        <h2 className="recharge-title">{t('order:recharge_history')}</h2>
        <Filters wish={wish} onStatus={open} {...part} />
        <OrderList key={`${wish.status}`} wish={wish} {...part} />
      </section>
    </div>
  )
}
