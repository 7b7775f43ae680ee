import { ApiError } from '#client/errors.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { readOrderNumber } from '../address.ts'
import { CopyNumber } from '../CopyNumber.tsx'
import { Facts } from '../Facts.tsx'
import { listCommon, listContent, nameOrder } from '../facts.ts'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { NoOrder } from '../NoOrder.tsx'
import type { OrderMessages, OrderPart } from '../texts.ts'
import { History } from './History.tsx'
import { Part } from './Part.tsx'
import { PaySlip } from './PaySlip.tsx'
import { Tickets } from './Tickets.tsx'
import { useOrder } from './use-order.ts'
import '../order.css'
import './order-info.css'

interface Props {
  locale: Locale
  messages: OrderMessages
  /** `hand`: for one hand on a phone, what can be done within reach of the thumb. */
  layout: 'desk' | 'hand'
  /** Name of the house, for receipts. */
  house: string
}
type Frame = Pick<Props, 'layout' | 'house'>

/** One own order with every field of the specification. */
export function InfoPage({ locale, messages, ...frame }: Props) {
  const t = createTexts(messages)
  return (
    <MemberGate t={t} skeleton={<ListSkeleton t={t} />}>
      <Info locale={locale} t={t} {...frame} />
    </MemberGate>
  )
}

function Info(part: OrderPart & Frame) {
  const number = readOrderNumber(location.search)
  return number === null ? <NoOrder {...part} /> : <Known number={number} {...part} />
}

function Known({ number, layout, house, ...part }: OrderPart & Frame & { number: string }) {
  const { locale, t } = part
  const { state, retry, set, refresh } = useOrder(number)
  if (state.status === 'failed') {
    const { error } = state
    if (error instanceof ApiError && error.code === 404) return <NoOrder {...part} />
    return <LoadFailure error={error} t={t} onRetry={retry} />
  }
  if (state.status !== 'done') return <ListSkeleton t={t} />
  const { order } = state.data
  return (
    <article className="order-info" data-layout={layout}>
      <p className="receipt-head">
        {t('order:receipt')} · {house}
      </p>
      <h2 className="order-name">{nameOrder(order, part)}</h2>
      <div className="order-body">
        <Part act={t('order:act_1')} title={t('order:facts')} latin={t('order:facts_latin')}>
          <Facts facts={[...listContent(order, part), ...listCommon(order, part)]}>
            <CopyNumber number={order.order_no} t={t} />
          </Facts>
        </Part>
        {order.type === 'performance' && (
          <Part
            act={t('order:act_2')}
            title={t('order:tickets')}
            latin={t('order:tickets_latin')}
            isUnprinted
          >
            <Tickets order={order} {...part} />
          </Part>
        )}
        <Part
          act={t(order.type === 'performance' ? 'order:act_3' : 'order:act_2')}
          title={t('order:history')}
          latin={t('order:history_latin')}
        >
          <History order={order} {...part} />
        </Part>
        <a className="quiet-link" href={href('/order/list', locale)}>
          {t('order:back')}
        </a>
      </div>
      <PaySlip held={state.data} onChange={set} onEnd={() => void refresh()} {...part} />
    </article>
  )
}
