import type { IslandPart } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { bindAccount, unbindAccount } from '#api/account.ts'
import { type Profile } from '#api/profile.ts'
import type { SignIn } from '#api/sign-in.ts'
import type { WithIdentity } from '#features/auth/code/use-identity.tsx'
import { formatDate } from '#i18n/format.ts'
import { showToast } from '#features/forms/toast.ts'
import { CallFailure } from '#features/ui/CallFailure.tsx'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { callApi } from '#stores/client.ts'
import { setProfile } from '#stores/profile.ts'
import { isReturn } from '#features/auth/sign-in/returned.ts'
import { useOffers } from '#features/auth/sign-in/use-offers.ts'
import { SignInButtons } from '../editors.ts'
import { ProfileRow } from './ProfileRow.tsx'
import { useAction } from '#features/forms/use-action.ts'
import '#features/ui/row-button.css'

interface Props extends IslandPart<'user'> {
  accounts: Profile['bound_accounts']
  signIn: readonly SignIn[]
  withIdentity: WithIdentity
}

/** Third-party accounts that are bound to this account, and those that can be bound. */
export function BoundAccounts({ accounts, signIn: initial, withIdentity, locale, t }: Props) {
  const signIn = useOffers(initial)
  const [unbinding, setUnbinding] = useState<string | null>(null)
  // A sign-in by redirect returns to this page: opens the dialog whose buttons handle it.
  const [isBinding, setBinding] = useState(() => isReturn())
  const unbound = signIn.filter(({ provider }) =>
    accounts.every((account) => account.provider !== provider),
  )
  const getLabel = (provider: string) =>
    signIn.find((offer) => offer.provider === provider)?.label ?? provider
  const finish = (profile: Profile): void => {
    setProfile(profile)
    setUnbinding(null)
    setBinding(false)
    showToast(t, 'forms:save_done')
  }

  return (
    <>
      <ProfileRow
        label={t('user:accounts')}
        value={
          accounts.length === 0 ? (
            <span className="empty">{t('user:accounts_none')}</span>
          ) : (
            <ul className="accounts">
              {accounts.map(({ provider, name, bound_at }) => (
                <li key={provider}>
                  <span>
                    {getLabel(provider)} · {name}
                    <small>{t('user:bound_since', { date: formatDate(bound_at, locale) })}</small>
                  </span>
                  <button
                    type="button"
                    className="row-button"
                    aria-label={`${t('user:unbind')} ${getLabel(provider)}`}
                    onClick={() => setUnbinding(provider)}
                  >
                    {t('user:unbind')}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
        t={t}
        action={
          unbound.length > 0 && (
            <button type="button" className="row-button" onClick={() => setBinding(true)}>
              {t('user:bind')}
            </button>
          )
        }
      />
      {isBinding && (
        <BindDialog
          signIn={unbound}
          withIdentity={withIdentity}
          onDone={finish}
          onClose={() => setBinding(false)}
          locale={locale}
          t={t}
        />
      )}
      {unbinding !== null && (
        <UnbindDialog
          provider={unbinding}
          label={getLabel(unbinding)}
          withIdentity={withIdentity}
          onDone={finish}
          onClose={() => setUnbinding(null)}
          t={t}
        />
      )}
    </>
  )
}

interface DialogProps extends Pick<Props, 'withIdentity' | 't'> {
  onDone: (profile: Profile) => void
  onClose: () => void
}

function BindDialog(props: DialogProps & Pick<Props, 'signIn' | 'locale'>) {
  const { signIn, withIdentity, onDone, onClose, locale, t } = props
  const { error, run } = useAction(t)
  return (
    <Dialog title={t('user:bind_title')} closeLabel={t('code:close')} onClose={onClose}>
      <p className="dialog-text">{t('user:bind_text')}</p>
      <SignInButtons
        locale={locale}
        t={t}
        signIn={signIn}
        isAgreed
        onCredential={(body) =>
          void run(() => withIdentity(() => callApi(bindAccount, { body })), onDone)
        }
      />
      <CallFailure reason={error} />
    </Dialog>
  )
}

function UnbindDialog(props: DialogProps & { provider: string; label: string }) {
  const { provider, label, withIdentity, onDone, onClose, t } = props
  const { isBusy, error, run } = useAction(t)
  return (
    <Dialog title={t('user:unbind_title')} closeLabel={t('code:close')} onClose={onClose}>
      <p className="dialog-text">{t('user:unbind_text', { provider: label })}</p>
      <DialogActions
        label={t('user:unbind')}
        isDisabled={isBusy}
        error={error}
        onConfirm={() =>
          void run(() => withIdentity(() => callApi(unbindAccount, { body: { provider } })), onDone)
        }
        cancel={{ label: t('user:cancel'), onClick: onClose }}
      />
    </Dialog>
  )
}
