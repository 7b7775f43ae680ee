import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState, useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import { useWatch } from 'react-hook-form'
import type { Profile } from '#api/profile.ts'
import type { LoggedIn } from '#api/login.ts'
import { MobileSchema } from '#api/mobile.ts'
import { OneTimeCodeSchema } from '#api/one-time-code.ts'
import { requestSms, useSendCode } from './code/use-send-code.ts'
import { showCodeError } from './code/code-refusal.ts'
import { showToast } from '#features/forms/toast.ts'
import { useForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import { setProfile } from '#stores/profile.ts'
import { clearSentCode } from '#stores/sent-code.ts'
import { startSession } from '#stores/session.ts'
import type { ThirdPartyCredential } from './sign-in/use-third-party-button.ts'
import {
  toResultFailure,
  toErrorFailure,
  describeFailure,
  type Failure,
} from '#features/forms/failures.ts'

const LoginSchema = v.object({
  mobile: MobileSchema,
  code: OneTimeCodeSchema,
  agreed: v.literal(true),
})

// The API client is loaded when the form gets the focus, because reading the page does not need it.
const loadCalls = () => import('./request.ts')

/** The form of the login page: phone, code, consent. */
export function useLogIn(t: IslandTexts<'login'>, onLoggedIn: (profile: Profile) => void) {
  const [account, setAccount] = useState<ThirdPartyCredential | null>(null)
  const use = account === null ? 'login' : 'bind'
  const sending = useSendCode(use, requestSms(use))
  const form = useForm(LoginSchema, {
    t,
    defaults: { mobile: '', code: '', agreed: false },
    labels: {
      mobile: t('login:mobile'),
      code: t('code:label'),
      agreed: t('login:consent'),
    },
    messages: { mobile: 'forms:login_mobile', code: 'forms:code_format' },
  })

  function finish(data: LoggedIn): void {
    clearSentCode(use)
    setProfile(data.profile)
    showToast(t, 'forms:login_done')
    // The next step is set before the session store notifies the page.
    onLoggedIn(data.profile)
    startSession(data.token)
  }

  const submission = useSubmit(form, {
    send: async (values) => (await loadCalls()).logInWithPhone(values, account),
    fieldOfRefusal: { wrong_mobile: 'mobile' },
    onRefused: (refusal) => showCodeError(form, refusal, t),
    onDone: finish,
  })

  async function sendCode(): Promise<void> {
    const mobile = form.hook.getValues('mobile')
    const refuseMobile = () => form.refuse('mobile', t('forms:login_mobile'))
    if (!v.is(MobileSchema, mobile)) return refuseMobile()
    const failure = await sending.send(mobile)
    if (failure === null) form.focus('code')
    if (failure?.kind !== 'refused' || failure.key !== 'wrong_mobile') return
    sending.dismiss()
    refuseMobile()
  }

  /** Preloads the API client; a failure is retried on submission. */
  const prepare = (): void => void loadCalls().catch(() => {})

  return { form, sending, submission, prepare, sendCode, finish, account, setAccount }
}
type LogInForm = ReturnType<typeof useLogIn>

const describeLoginFailure = (failure: Failure, t: IslandTexts<'login'>): string =>
  failure.kind === 'unauthorized' ? t('errors:sign_in_refused') : describeFailure(failure, t)

/**
 * Logs in with a third-party credential. A token that arrives before consent waits for it. A new account
 * has to bind a phone.
 */
export function useThirdParty({ form, finish, setAccount }: LogInForm, t: IslandTexts<'login'>) {
  const [waiting, setWaiting] = useState<ThirdPartyCredential | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const isAgreed = useWatch({ control: form.hook.control, name: 'agreed' }) === true

  async function signIn(account: ThirdPartyCredential): Promise<void> {
    setWaiting(null)
    setNotice(null)
    try {
      const { logInWithAccount } = await import('./request.ts')
      const result = await logInWithAccount(account)
      if (result.status !== 'ok') return setNotice(describeLoginFailure(toResultFailure(result), t))
      if (result.data.status === 'logged_in') return finish(result.data)
      setAccount(account)
    } catch (error) {
      setNotice(describeLoginFailure(toErrorFailure(error), t))
    }
  }

  function takeCredential(account: ThirdPartyCredential, wasAgreed = false): void {
    if (isAgreed) return void signIn(account)
    setWaiting(account)
    if (wasAgreed) return form.set('agreed', true)
    setNotice(t('login:agree_first'))
    form.refuse('agreed', t('forms:please_agree'))
  }

  const logInAfterConsent = useEffectEvent(() => {
    if (waiting !== null) void signIn(waiting)
  })
  useEffect(() => {
    const timer = isAgreed ? setTimeout(logInAfterConsent) : undefined
    return () => clearTimeout(timer)
  }, [isAgreed])

  return { isAgreed, takeCredential, notice }
}
