import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { useLayoutEffect, useState, type MouseEvent } from 'react'
import { useWatch } from 'react-hook-form'
import type { Profile } from '#api/profile.ts'
import { HOME_COUNTRY } from '#api/mobile.ts'
import type { SignIn } from '#api/sign-in.ts'
import { CodeRow } from './code/CodeRow.tsx'
import { Form } from '#features/forms/Form.tsx'
import { parseMobile, writeMobile } from '#features/forms/mobile-value.ts'
import { MobileField } from '#features/forms/MobileField.tsx'
import { SignInButtons } from './sign-in/SignInButtons.tsx'
import { Checkbox } from '#features/forms/Checkbox.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import type { FieldBinding } from '#features/forms/use-form.ts'
import { useSession } from '#features/ui/use-session.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { clearSentCode } from '#stores/sent-code.ts'
import type { LoginReason } from './login-reason.ts'
import type { LoginSite } from './login-site.ts'
import { useOffers } from './sign-in/use-offers.ts'
import { useLogIn, useThirdParty } from './use-log-in.ts'

interface Props extends IslandPart<'login'> {
  site: LoginSite
  signIn: readonly SignIn[]
  /** Why the previous page requires a login; null if the visitor was not redirected. */
  reason: LoginReason | null
  onLoggedIn: (profile: Profile) => void
}

/** Login by phone, code and consent, or by a third-party account; a new account must bind a phone first. */
export function LoginForm({ locale, t, site, signIn: initial, reason, onLoggedIn }: Props) {
  const signIn = useOffers(initial)
  const { status } = useSession()
  const login = useLogIn(t, onLoggedIn)
  const { form, sending, submission, prepare, sendCode, account, setAccount } = login
  const { isAgreed, takeCredential, notice } = useThirdParty(login, t)
  const isBinding = account !== null
  const receiver = sending.sent?.to
  const typedMobile = useWatch({ control: form.hook.control, name: 'mobile' })

  // Restores the number a code was sent to, and keeps input typed before hydration.
  useLayoutEffect(() => {
    const typed = document.querySelector<HTMLInputElement>(`[id="${form.getId('mobile')}"]`)?.value
    const mobile = typed ? writeMobile(parseMobile(typed, HOME_COUNTRY)) : receiver
    if (mobile && form.hook.getValues('mobile') === '') form.set('mobile', mobile)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, for the initial values
  }, [receiver])

  function changeReceiver(): void {
    clearSentCode(sending.use)
    form.hook.setValue('code', '')
    form.focus('mobile')
  }

  const provider = signIn.find((offer) => offer.provider === account?.provider)?.label ?? ''
  return (
    <div className="login-form" onFocus={prepare}>
      <header>
        <h2>{t(isBinding ? 'login:bind_title' : 'login:form')}</h2>
        {isBinding && <p>{t('login:bind_text', { provider })}</p>}
        {!isBinding && <p className="login-reason">{reason && t(`login:reason_${reason}`)}</p>}
      </header>
      <Form isShort form={form} onSubmit={submission.submit} label={t('login:form')}>
        <MobileField {...form.field('mobile')} t={t} />
        <CodeRow
          form={form}
          binding={form.field('code')}
          sending={sending}
          to={String(typedMobile)}
          onSend={() => void sendCode()}
          onComplete={() => void submission.submit()}
          onChange={changeReceiver}
          help={<CodeHelp phone={site.phone} hasOthers={signIn.length > 0} t={t} />}
          t={t}
        />
        <Consent binding={form.field('agreed')} site={site} t={t} />
        <SubmitNotice submission={submission} t={t} />
        {/* Disabled in the prerendered page, where Enter would put number and code into the address. */}
        <SubmitButton submission={submission} t={t} disabled={status === 'unknown'}>
          {t(isBinding ? 'login:bind_submit' : 'login:submit')}
        </SubmitButton>
      </Form>
      {isBinding && (
        <button type="button" className="text-button" onClick={() => setAccount(null)}>
          {t('login:bind_cancel')}
        </button>
      )}
      {!isBinding && signIn.length > 0 && (
        <div className="others">
          <p className="or">{t('login:or')}</p>
          <SignInButtons
            locale={locale}
            t={t}
            signIn={signIn}
            isAgreed={isAgreed}
            onCredential={takeCredential}
          />
        </div>
      )}
      <p role="alert" className="login-alert">
        {notice}
      </p>
    </div>
  )
}

interface CodeHelpProps {
  phone: string | null
  /** Whether third-party sign-in is available. */
  hasOthers: boolean
  t: IslandTexts<'login'>
}

/** Help for visitors who receive no code. */
function CodeHelp({ phone, hasOthers, t }: CodeHelpProps) {
  return (
    <div className="no-message">
      <h3>{t('login:help_title')}</h3>
      <ul>
        <li>{t('login:help_wait')}</li>
        <li>{t('login:help_blocked')}</li>
        {hasOthers && <li>{t('login:help_other')}</li>}
        {phone !== null && <li>{t('login:help_phone', { phone })}</li>}
      </ul>
    </div>
  )
}

const DocumentDialog = lazyWithRetry(() =>
  import('./DocumentDialog.tsx').then((module) => module.DocumentDialog),
)

/** Whether a document is HTML of this site, which the dialog can show. */
const isOwnPage = (src: string) =>
  /\.html?$/.test(src) && new URL(src, location.href).origin === location.origin

interface ConsentProps {
  binding: FieldBinding
  site: LoginSite
  t: IslandTexts<'login'>
}

/**
 * Consent, never preselected, but kept during a redirect to a provider; both documents open in a dialog, so
 * that no input is lost.
 */
function Consent({ binding, site, t }: ConsentProps) {
  const [shown, setShown] = useState<{ title: string; src: string } | null>(null)

  function link(title: string, src: string) {
    const open = (event: MouseEvent): void => {
      // The browser handles other file types, other hosts and modified clicks.
      if (!isOwnPage(src) || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      setShown({ title, src })
    }
    return (
      <a className="tap" href={src} target="_blank" rel="noopener" onClick={open}>
        {title}
      </a>
    )
  }

  return (
    <>
      <Checkbox {...binding}>
        {`${t('login:agree_1')} `}
        {link(t('login:agreement'), site.agreement)}
        {` ${t('login:agree_and')} `}
        {link(t('login:policy'), site.policy)}
      </Checkbox>
      {shown && <DocumentDialog {...shown} t={t} onClose={() => setShown(null)} />}
    </>
  )
}
