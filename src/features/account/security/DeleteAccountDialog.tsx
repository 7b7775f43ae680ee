import { useState } from 'react'
import { deleteAccount, type Deletion } from '#api/personal-data.ts'
import type { WithIdentity } from '#features/auth/code/use-identity.tsx'
import type { IslandPart } from '#i18n/island-areas.ts'
import { formatDate, formatMoment, formatPrice } from '#i18n/format.ts'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { href } from '#routes.ts'
import { callApi } from '#stores/client.ts'
import { endSession } from '#stores/session.ts'
import { useAction } from '#features/forms/use-action.ts'

interface Props extends IslandPart<'user'> {
  deletion: Deletion
  withIdentity: WithIdentity
  onClose: () => void
}

/** Confirmation dialog for deleting the account: lists the consequences, or what blocks the deletion. */
export function DeleteAccountDialog({ deletion, withIdentity, onClose, ...part }: Props) {
  const { locale, t } = part
  const [dueAt, setDueAt] = useState<string | null>(null)
  const { isBusy, error, run } = useAction(t)
  if (dueAt !== null) {
    const leave = () => endSession('logged_out')
    return (
      // A new dialog, which takes the focus of the removed button.
      <Dialog
        key="done"
        title={t('user:deletion_done')}
        closeLabel={t('code:close')}
        onClose={leave}
      >
        <p className="dialog-text">
          {t('user:deletion_due', { moment: formatMoment(dueAt, locale) })}
        </p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={leave}>
            {t('user:deletion_leave')}
          </button>
        </div>
      </Dialog>
    )
  }
  if (deletion.blockers.length > 0) {
    return (
      <Dialog title={t('user:deletion_blocked')} closeLabel={t('code:close')} onClose={onClose}>
        <Blockers deletion={deletion} {...part} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('user:deletion_title')} closeLabel={t('code:close')} onClose={onClose}>
      <Consequences deletion={deletion} {...part} />
      <DialogActions
        label={t('user:deletion_confirm')}
        isDisabled={isBusy}
        error={error}
        onConfirm={() =>
          void run(
            () => withIdentity(() => callApi(deleteAccount)),
            ({ due_at }) => setDueAt(due_at),
          )
        }
        cancel={{ label: t('user:deletion_keep'), onClick: onClose }}
      />
    </Dialog>
  )
}

/** What blocks the deletion, such as open orders. */
function Blockers({ deletion, locale, t }: IslandPart<'user'> & { deletion: Deletion }) {
  return (
    <>
      <ul className="deletion-facts">
        {deletion.blockers.map(({ kind, count }) => (
          <li key={kind}>{t(`user:blocked_${kind}`, { count })}</li>
        ))}
      </ul>
      <div className="dialog-actions">
        <a className="button" href={href('/order/list', locale)}>
          {t('user:orders')}
        </a>
      </div>
    </>
  )
}

/** The consequences of a deletion: what is deleted at once and later, what lapses and what is kept. */
function Consequences({ deletion, locale, t }: IslandPart<'user'> & { deletion: Deletion }) {
  const { balance_fen, class_hours, membership_until } = deletion.losses
  return (
    <ul className="deletion-facts">
      <li>{t('user:deletion_sessions')}</li>
      <li>{t('user:deletion_login', { days: deletion.cooling_off_days })}</li>
      <li>{t('user:deletion_gone')}</li>
      <li>{t('user:deletion_stays')}</li>
      {balance_fen > 0 && (
        <li className="loss">{t('user:deletion_balance', { amount: formatPrice(balance_fen) })}</li>
      )}
      {class_hours > 0 && (
        <li className="loss">{t('user:deletion_hours', { count: class_hours })}</li>
      )}
      {membership_until !== null && (
        <li className="loss">
          {t('user:deletion_membership', { date: formatDate(membership_until, locale) })}
        </li>
      )}
    </ul>
  )
}
