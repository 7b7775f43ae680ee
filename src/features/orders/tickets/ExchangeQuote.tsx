import { useCallback, useState } from 'react'
import type * as v from 'valibot'
import { exchangeTickets, quoteExchange } from '#api/ticket-changes.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { formatPrice } from '#i18n/format.ts'
import { createAttempts } from '#features/forms/idempotency.ts'
import { DialogActions } from '#features/ui/Dialog.tsx'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import { href } from '#routes.ts'
import { Facts } from '../Facts.tsx'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import type { PerformanceOrder } from '#features/order-core/kinds/performance.ts'
import { useAction } from '#features/forms/use-action.ts'
import { callApi } from '#stores/client.ts'

type ExchangeBody = v.InferInput<typeof quoteExchange.body>

interface Props extends IslandPart<'orderInfo'> {
  order: PerformanceOrder
  ticketIds: readonly number[]
  showId: number
  tierId: number
  /** Price of the new tickets without a member price, fen. */
  regularFen: number
}

/** The price of an exchange, and the button that confirms it. */
export function ExchangeQuote({ order, ticketIds, showId, tierId, regularFen, ...part }: Props) {
  const { t } = part
  const [body] = useState<ExchangeBody>(() => ({
    order_no: order.order_no,
    ticket_ids: [...ticketIds],
    show_id: showId,
    tier_id: tierId,
  }))
  const request = useCallback(
    (signal: AbortSignal) => callApi(quoteExchange, { body, signal }),
    [body],
  )
  const { state, retry } = useLoad(request)
  // Outside of the confirmation, which is rendered again after a refusal.
  const action = useAction(t)
  const [attempt] = useState(() => createAttempts())
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done')
    return <p className="dialog-text">{t('order_info:exchange_loading')}</p>
  return (
    <Confirmation
      body={body}
      quote={state.data}
      action={action}
      attempt={attempt}
      regularFen={regularFen}
      onRefused={retry}
      {...part}
    />
  )
}

interface ConfirmationProps extends IslandPart<'orderInfo'> {
  body: ExchangeBody
  quote: v.InferOutput<typeof quoteExchange.data>
  action: ReturnType<typeof useAction>
  attempt: ReturnType<typeof createAttempts>
  regularFen: number
  /** Loads the quote again, because its price has changed or its places are taken. */
  onRefused: () => void
}

function Confirmation({
  body,
  quote,
  action,
  attempt,
  regularFen,
  onRefused,
  locale,
  t,
}: ConfirmationProps) {
  const { isBusy, failure, run, leaveTo } = action
  const { price_fen: price, credit_fen: credit, payable_fen: toPay, refund_fen: refund } = quote

  const confirm =
    toPay > 0
      ? t('order_info:exchange_pay', { amount: formatPrice(toPay) })
      : t('order_info:exchange_yes', { count: body.ticket_ids.length })

  async function exchange(): Promise<void> {
    const confirmed = { ...body, expected_payable_fen: toPay, expected_refund_fen: refund }
    await run(
      () =>
        attempt(confirmed, (idempotencyKey) =>
          callApi(exchangeTickets, { body: confirmed, idempotencyKey }),
        ),
      ({ order_no: id, status }) =>
        leaveTo(href(status === 'pending' ? '/pay/pay' : '/order/Info', locale, { id })),
      ({ kind }) => kind === 'refused' && onRefused(),
    )
  }

  return (
    <div className="dialog-foot">
      <Facts
        layout="sums"
        facts={[
          ...(regularFen > price
            ? [
                { name: t('order:original'), value: formatPrice(regularFen), isNumeral: true },
                {
                  name: t('order:discount'),
                  value: `− ${formatPrice(regularFen - price)}`,
                  isNumeral: true,
                },
              ]
            : []),
          { name: t('order_info:exchange_price'), value: formatPrice(price), isNumeral: true },
          {
            name: t('order:exchange_credit'),
            // The whole value of the old tickets, so that the sums add up.
            value: `− ${formatPrice(credit + refund)}`,
            isNumeral: true,
          },
          refund > 0
            ? { name: t('order_info:refund_some_sum'), value: formatPrice(refund), isNumeral: true }
            : { name: t('order:to_pay'), value: formatPrice(toPay), isNumeral: true },
        ]}
      />
      <div>
        <p className="dialog-text exchange-text">
          {t(toPay > 0 ? 'order_info:exchange_text_pay' : 'order_info:exchange_text')}
        </p>
        <DialogActions
          label={isBusy ? t('order:working') : confirm}
          isDisabled={isBusy}
          error={failure && <OrderFailure failure={failure} t={t} />}
          onConfirm={() => void exchange()}
        />
      </div>
    </div>
  )
}
