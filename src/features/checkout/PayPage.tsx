import type { IslandProps } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PayMethod } from '#api/pay-methods.ts'
import { getDeadline } from '#features/order-core/order-with-timing.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { Countdown, type Deadline } from '#features/ui/Countdown.tsx'
import { useSeconds } from '#features/ui/use-seconds.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { useLoad } from '#features/ui/use-load.ts'
import { useIsPhone } from '#features/ui/use-media-query.ts'
import { formatPrice } from '#i18n/format.ts'
import { href } from '#routes.ts'
import { markPayment } from '#stores/payment-visit.ts'
import { BalancePanel, RedirectPanel, ScanPanel, usePaymentCheck } from './PayPanels.tsx'
import { OrderFrame } from './OrderFrame.tsx'
import { OrderClosed } from './OrderClosed.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { requestBalance } from './request.ts'
import type { CheckoutPart } from './use-order.ts'
import { listOffers, type PaymentOffer } from './payment-offer.ts'
import { EXTEND_PROMPT_S, OFFER_CHECK_MS, getCheckoutStage } from './watch.ts'

// Loaded on demand: most customers pay without opening a dialog.
const ExtendHoldDialog = lazyWithRetry(() =>
  import('./ExtendHoldDialog.tsx').then((module) => module.ExtendHoldDialog),
)
const LeaveCheckoutDialog = lazyWithRetry(() =>
  import('./LeaveCheckoutDialog.tsx').then((module) => module.LeaveCheckoutDialog),
)

const InAppPanel = lazyWithRetry(() =>
  import('./InAppPanel.tsx').then((module) => module.InAppPanel),
)

/** The checkout page. */
export function PayPage({ locale, messages }: IslandProps<'pay'>) {
  const part = { locale, t: useTexts(messages) }
  return (
    <OrderFrame {...part}>
      {(order, watch) => <Checkout order={order} watch={watch} {...part} />}
    </OrderFrame>
  )
}

function Checkout(part: CheckoutPart) {
  const { order, locale } = part
  const deadline = getDeadline(order)
  const seconds = useSeconds(deadline)
  const stage = getCheckoutStage(order, seconds)
  const isPaid = stage === 'paid'
  const continueToSuccess = useEffectEvent(() => {
    markPayment('paid', order.order_no)
    location.replace(href('/pay/success', locale, { id: order.order_no }))
  })
  useEffect(() => {
    if (isPaid) continueToSuccess()
  }, [isPaid])

  if (stage === 'expired' || stage === 'cancelled' || stage === 'closed')
    return <OrderClosed stage={stage} {...part} />
  return (
    <div className="checkout-columns">
      <OrderSummary {...part} />
      {deadline && <PaymentPanel deadline={deadline} {...part} />}
      {stage === 'waiting' && <HoldReminder seconds={seconds} {...part} />}
    </div>
  )
}

function HoldReminder({ seconds, ...part }: CheckoutPart & { seconds: number }) {
  // Shown once per deadline: a dismissed dialog does not open again for the same deadline.
  const [dismissedAt, setDismissedAt] = useState<string | null>(null)
  const { expires_at, actions } = part.order
  if (!actions.extend || seconds > EXTEND_PROMPT_S || dismissedAt === expires_at) return null
  const onClose = () => setDismissedAt(expires_at)
  return <ExtendHoldDialog onClose={onClose} {...part} />
}

function PaymentPanel({ deadline, ...part }: CheckoutPart & { deadline: Deadline }) {
  const { order, watch, t } = part
  const isPhone = useIsPhone()
  const offers = listOffers(order, { userAgent: navigator.userAgent, isPhone })
  const [chosen, setChosen] = useState<PayMethod>()
  const offer = offers.find(({ method }) => method === chosen) ?? offers[0]
  const [isLeaving, setLeaving] = useState(false)
  return (
    <section className="ticket payment" aria-label={t('pay:title')}>
      <div className="payment-head">
        <div>
          <p className="note">{t('pay:to_pay')}</p>
          <p className="numeral amount">{formatPrice(order.payable_fen)}</p>
        </div>
        <div>
          <p className="note">{t('pay:time_left')}</p>
          <Countdown
            deadline={deadline}
            label={t('pay:time_left')}
            warnings={{
              five_minutes: t('pay:left_five'),
              two_minutes: t('pay:left_two'),
              over: t('pay:left_over'),
            }}
            onOver={() => void watch.refresh()}
          />
        </div>
      </div>
      <div className="payment-body torn" data-edge="top">
        <PayMethods offers={offers} chosen={offer} order={order} onChoose={setChosen} t={t} />
        <div className="method-panel">
          {offer && <MethodPanel key={offer.method} offer={offer} isPhone={isPhone} {...part} />}
          <Waiting watch={watch} t={t} />
        </div>
      </div>
      <button type="button" className="text-button leave" onClick={() => setLeaving(true)}>
        {t('pay:leave')}
      </button>
      {isLeaving && <LeaveCheckoutDialog onClose={() => setLeaving(false)} {...part} />}
    </section>
  )
}

interface MethodProps extends CheckoutPart {
  offer: PaymentOffer
  isPhone: boolean
}

function MethodPanel({ offer, isPhone, ...part }: MethodProps) {
  switch (offer.way) {
    case 'balance':
      return <BalancePanel {...part} />
    case 'scan':
      return <ScanPanel method={offer.method} {...part} />
    case 'redirect':
      return <RedirectPanel method={offer.method} isPhone={isPhone} {...part} />
    case 'in_app':
      return <InAppPanel {...part} />
  }
}

/** Shown while the page polls the order; after a while it offers an immediate check. */
function Waiting({ watch, t }: Pick<CheckoutPart, 'watch' | 't'>) {
  const [isLong, setLong] = useState(false)
  const { check, isStillPending } = usePaymentCheck(watch)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), OFFER_CHECK_MS)
    return () => clearTimeout(timer)
  }, [])
  const { state } = watch
  const isOffline = state.status === 'done' && state.isOffline
  return (
    <div className="waiting" aria-live="polite">
      {isOffline && <p className="offline">{t('pay:still_checking')}</p>}
      {isLong && (
        <p>
          {t('pay:paid_already')}
          <button type="button" className="text-button" onClick={() => void check()}>
            {t('pay:check_now')}
          </button>
        </p>
      )}
      {isStillPending && <p>{t('pay:not_in_yet')}</p>}
    </div>
  )
}

interface PayMethodsProps extends Pick<CheckoutPart, 'order' | 't'> {
  offers: readonly PaymentOffer[]
  chosen: PaymentOffer | undefined
  onChoose: (method: PayMethod) => void
}

/** The payment methods that the organisation offers. */
function PayMethods({ offers, chosen, order, onChoose, t }: PayMethodsProps) {
  if (offers.length === 0) {
    const isElsewhere = order.pay_methods.length > 0
    return <p className="note">{t(isElsewhere ? 'pay:other_browser' : 'pay:no_method')}</p>
  }
  return (
    <fieldset className="methods">
      <legend>{t('pay:methods')}</legend>
      {offers.map(({ method }) => (
        <label key={method} className="option">
          <input
            type="radio"
            name="method"
            value={method}
            checked={method === chosen?.method}
            onChange={() => onChoose(method)}
          />
          <span>
            {t(`pay:method_${method}`)}
            {method === 'sandbox' && <small>{t('pay:sandbox_note')}</small>}
            {method === 'balance' && <BalanceNote payableFen={order.payable_fen} t={t} />}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function BalanceNote({ payableFen, t }: Pick<CheckoutPart, 't'> & { payableFen: number }) {
  const { state } = useLoad(requestBalance)
  if (state.status === 'failed') return <small>{t('pay:balance_unknown')}</small>
  if (state.status !== 'done') return <small aria-hidden="true">…</small>
  const { balance_fen } = state.data
  const key = balance_fen < payableFen ? 'pay:balance_low' : 'pay:balance_left'
  return <small>{t(key, { sum: formatPrice(balance_fen) })}</small>
}
