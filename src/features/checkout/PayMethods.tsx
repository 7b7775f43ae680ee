import type { IslandPart } from '#i18n/island-areas.ts'
import type { PayMethod } from '#api/pay-methods.ts'
import { formatPrice } from '#i18n/format.ts'
import { useLoad } from '#features/ui/use-load.ts'
import { requestBalance } from './request.ts'

interface Props extends Pick<IslandPart<'pay'>, 't'> {
  methods: readonly PayMethod[]
  /** Whether other browsers support more methods. */
  isElsewhere: boolean
  chosen: PayMethod | undefined
  payableFen: number
  onChoose: (method: PayMethod) => void
}

/** The payment methods that the organisation offers. */
export function PayMethods({ methods, isElsewhere, chosen, payableFen, onChoose, t }: Props) {
  if (methods.length === 0) {
    return <p className="note">{t(isElsewhere ? 'pay:other_browser' : 'pay:no_method')}</p>
  }
  return (
    <fieldset className="methods">
      <legend>{t('pay:methods')}</legend>
      {methods.map((method) => (
        <label key={method} className="option">
          <input
            type="radio"
            name="method"
            value={method}
            checked={method === chosen}
            onChange={() => onChoose(method)}
          />
          <span>
            {t(`pay:method_${method}`)}
            {method === 'sandbox' && <small>{t('pay:sandbox_note')}</small>}
            {method === 'balance' && <BalanceNote payableFen={payableFen} t={t} />}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function BalanceNote({ payableFen, t }: Pick<Props, 'payableFen' | 't'>) {
  const { state } = useLoad(requestBalance)
  if (state.status === 'failed') return <small>{t('pay:balance_unknown')}</small>
  if (state.status !== 'done') return <small aria-hidden="true">…</small>
  const { balance_fen } = state.data
  const key = balance_fen < payableFen ? 'pay:balance_low' : 'pay:balance_left'
  return <small>{t(key, { sum: formatPrice(balance_fen) })}</small>
}
