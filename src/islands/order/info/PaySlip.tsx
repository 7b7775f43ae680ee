import { formatPrice } from '#i18n/format.ts'
import { Facts } from '../Facts.tsx'
import { listMoney } from '../facts.ts'
import { OrderWays } from '../OrderWays.tsx'
import type { HeldOrder } from '../read-order.ts'
import { StatusLabel } from '../StatusLabel.tsx'
import type { OrderPart } from '../texts.ts'
import { TimeLeft } from '../TimeLeft.tsx'
import { MoreWays } from './MoreWays.tsx'

interface Props extends OrderPart {
  held: HeldOrder
  onChange: (held: HeldOrder) => void
  onEnd: () => void
}

/** The stub of an order: how it stands, what it costs, and what can be done. */
export function PaySlip({ held, onChange, onEnd, ...part }: Props) {
  const { order, deadline } = held
  const { t } = part
  const { refund } = order
  return (
    <aside className="pay-slip" aria-label={t('order:status')}>
      <div className="pay-state">
        <StatusLabel status={order.status} t={t} />
        {deadline && <TimeLeft key={deadline.at} deadline={deadline} t={t} onEnd={onEnd} />}
        {order.paid_late && <p className="pay-note">{t('order:paid_late')}</p>}
        {refund && (
          <p className="pay-note">
            {t(`order:refund_${refund.status}`, { amount: formatPrice(refund.amount_fen) })}
          </p>
        )}
      </div>
      <Facts facts={listMoney(order, part)} className="order-facts pay-money" />
      <OrderWays held={held} onChange={onChange} {...part}>
        <MoreWays order={order} {...part} />
      </OrderWays>
    </aside>
  )
}
