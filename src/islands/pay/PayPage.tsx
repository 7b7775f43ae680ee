import { useEffect, useEffectEvent, useState } from 'react'
import type { PayMethod } from '#api/order.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { Countdown, useDeadline, type Deadline } from '#islands/ui/Countdown.tsx'
import { Later } from '#islands/ui/Later.tsx'
import { useMediaQuery } from '#islands/ui/use-media-query.ts'
import { href } from '#routes.ts'
import { markPayment } from '#stores/payment-visit.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { OrderFrame } from './OrderFrame.tsx'
import { OrderOver } from './OrderOver.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PayMethods } from './PayMethods.tsx'
import { PhonePanel } from './PhonePanel.tsx'
import { ScanPanel } from './ScanPanel.tsx'
import type { PayMessages, PayPart } from './texts.ts'
import type { OrderWatch, WatchedOrder } from './use-order.ts'
import { ASK_TO_KEEP_S, OFFER_CHECK_MS, stageOf } from './watch.ts'

// Most readers pay without ever seeing one of the dialogs.
const loadKeepDialog = () => import('./KeepDialog.tsx').then((module) => module.KeepDialog)
const loadLeaveDialog = () => import('./LeaveDialog.tsx').then((module) => module.LeaveDialog)

const PHONE = '(max-width: 767px)'

/** The cashier (mission flow E). */
export function PayPage({ locale, messages }: { locale: Locale; messages: PayMessages }) {
  const part = { locale, t: createTexts(messages) }
  return (
    <OrderFrame {...part}>
      {(order, watch) => <Cashier order={order} watch={watch} {...part} />}
    </OrderFrame>
  )
}

interface Props extends PayPart {
  order: WatchedOrder
  watch: OrderWatch
}

const deadlineOf = ({ expires_at, server_time, asked }: WatchedOrder): Deadline | null =>
  expires_at === null ? null : { at: expires_at, serverTime: server_time, asked }

function Cashier({ order, watch, ...part }: Props) {
  const { locale } = part
  const deadline = deadlineOf(order)
  const seconds = useDeadline(deadline)
  const stage = stageOf(order, seconds)
  const isPaid = stage === 'paid'
  const goOn = useEffectEvent(() => {
    markPayment('paid', order.order_no)
    location.replace(href('/pay/success', locale, { id: order.order_no }))
  })
  useEffect(() => {
    if (isPaid) goOn()
  }, [isPaid])

  if (stage === 'expired') return <OrderOver order={order} reason="timeout" {...part} />
  if (stage === 'cancelled') {
    const reason = order.cancel_reason === 'user' ? 'user' : 'timeout'
    return <OrderOver order={order} reason={reason} {...part} />
  }
  if (stage === 'closed') return <OrderOver order={order} reason="closed" {...part} />
  return (
    <div className="checkout-columns">
      <OrderSummary order={order} {...part} />
      {deadline && <Till order={order} watch={watch} deadline={deadline} {...part} />}
      {stage === 'waiting' && <Keeping order={order} watch={watch} seconds={seconds} {...part} />}
    </div>
  )
}

function Keeping({ order, watch, seconds, t }: Props & { seconds: number }) {
  // Asked once before each end; who closes the question has answered it.
  const [answered, setAnswered] = useState<string | null>(null)
  const { expires_at, actions } = order
  if (!actions.extend || seconds > ASK_TO_KEEP_S || answered === expires_at) return null
  const onClose = () => setAnswered(expires_at)
  return <Later load={loadKeepDialog} props={{ order, watch, onClose, t }} />
}

function Till({ order, watch, deadline, ...part }: Props & { deadline: Deadline }) {
  const { t } = part
  const isPhone = useMediaQuery(PHONE)
  const [method, setMethod] = useState<PayMethod | undefined>(order.pay_methods[0])
  const [isLeaving, setLeaving] = useState(false)
  return (
    <section className="stub till" aria-label={t('pay:title')}>
      <div className="stub-head">
        <p className="note">{t('pay:time_left')}</p>
        <Countdown
          deadline={deadline}
          label={t('pay:time_left')}
          warnings={{
            five_minutes: t('pay:left_five'),
            two_minutes: t('pay:left_two'),
            over: t('pay:left_over'),
          }}
          onOver={() => void watch.ask()}
        />
      </div>
      <div className="stub-body">
        <PayMethods
          methods={order.pay_methods}
          chosen={method}
          payableFen={order.payable_fen}
          onChoose={setMethod}
          t={t}
        />
        {method === 'balance' && <BalancePanel order={order} watch={watch} t={t} />}
        {method !== undefined && method !== 'balance' && isPhone && (
          <PhonePanel key={method} order={order} method={method} watch={watch} {...part} />
        )}
        {method !== undefined && method !== 'balance' && !isPhone && (
          <ScanPanel
            key={method}
            order={order}
            method={method}
            onPaid={() => void watch.ask()}
            t={t}
          />
        )}
        <Waiting watch={watch} t={t} />
      </div>
      <button type="button" className="text-button leave" onClick={() => setLeaving(true)}>
        {t('pay:leave')}
      </button>
      {isLeaving && (
        <Later
          load={loadLeaveDialog}
          props={{ order, watch, onClose: () => setLeaving(false), ...part }}
        />
      )}
    </section>
  )
}

/** What the page does meanwhile: it watches, and after a while it offers to look at once. */
function Waiting({ watch, t }: Pick<Props, 'watch' | 't'>) {
  const [isLong, setLong] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), OFFER_CHECK_MS)
    return () => clearTimeout(timer)
  }, [])
  const { state } = watch
  const isOffline = state.status === 'done' && state.isOffline
  async function check(): Promise<void> {
    setAsked(false)
    const answer = await watch.ask()
    setAsked(answer?.status === 'pending')
  }
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
      {isAsked && <p>{t('pay:not_in_yet')}</p>}
    </div>
  )
}
