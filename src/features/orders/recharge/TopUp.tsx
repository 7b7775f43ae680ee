import type { IslandPart } from '#i18n/island-areas.ts'
import { useId, useState, type SubmitEvent } from 'react'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import { useCreateOrder } from '#features/order-core/use-create-order.ts'
import { CallFailure } from '#features/ui/CallFailure.tsx'
import { formatPrice } from '#i18n/format.ts'
import { href } from '#routes.ts'
import { AMOUNTS, readAmount } from './amount.ts'

/** The top-up form: creates an order for the chosen amount and opens the checkout. */
export function TopUp({ locale, t }: IslandPart<'order'>) {
  const id = useId()
  const [choice, setChoice] = useState<number | 'own'>(AMOUNTS[1])
  const [text, setText] = useState('')
  const [wasRefused, setRefused] = useState(false)
  const { isBusy, failure, create, leaveTo } = useCreateOrder()
  const amount = choice === 'own' ? readAmount(text) : choice
  const isInvalid = wasRefused && amount === null

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setRefused(amount === null)
    if (amount === null) return document.getElementById(id)?.focus()
    const order = await create({ type: 'recharge', amount_fen: amount })
    if (order) leaveTo(href('/pay/pay', locale, { id: order.order_no }))
  }

  return (
    <form
      className="top-up"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t('order:top_up')}
    >
      <fieldset className="amounts">
        <legend>{t('order:amount')}</legend>
        {[...AMOUNTS, 'own' as const].map((offer) => (
          <label key={offer}>
            <input
              type="radio"
              className="visually-hidden"
              name="amount"
              checked={offer === choice}
              onChange={() => setChoice(offer)}
            />
            <span className={offer === 'own' ? undefined : 'numeral'}>
              {offer === 'own' ? t('order:amount_own') : formatPrice(offer)}
            </span>
          </label>
        ))}
      </fieldset>
      {choice === 'own' && (
        <div className="own-amount">
          <label htmlFor={id}>{t('order:amount_own_label')}</label>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={isInvalid || undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => setText(target.value)}
          />
          <p id={`${id}-note`} data-faulty={isInvalid || undefined}>
            {t(isInvalid ? 'order:amount_wrong' : 'order:amount_hint')}
          </p>
        </div>
      )}
      <CallFailure reason={failure && <OrderFailure failure={failure} t={t} />} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy && t('order:working')}
        {!isBusy &&
          (amount === null
            ? t('order:top_up')
            : t('order:top_up_now', { amount: formatPrice(amount) }))}
      </button>
    </form>
  )
}
