import { useState } from 'react'
import * as v from 'valibot'
import type { Profile } from '#api/account.ts'
import type { LoggedIn } from '#api/login.ts'
import { MobileNumberSchema } from '#api/mobile.ts'
import { OneTimeCodeSchema } from '#api/one-time-code.ts'
import { askSms } from '#islands/forms/code/ask-sms.ts'
import { refuseCode } from '#islands/forms/code/refuse-code.ts'
import { useSendCode } from '#islands/forms/code/use-send-code.ts'
import { showToast } from '#islands/forms/toast.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { useSubmit } from '#islands/forms/use-submit.ts'
import { setProfile } from '#stores/profile.ts'
import { forgetSentCode } from '#stores/sent-code.ts'
import { startSession } from '#stores/session.ts'
import type { LoginTexts } from './texts.ts'
import type { ThirdPartyCredential } from '#islands/forms/sign-in/use-third-party-button.ts'

const LoginSchema = v.object({
  mobile: MobileNumberSchema,
  code: OneTimeCodeSchema,
  agreed: v.literal(true),
})
export type LoginValues = v.InferOutput<typeof LoginSchema>

// What calls the API is loaded when somebody turns to the form: reading the page needs none of it.
const loadCalls = () => import('./calls.ts')

/** The form of the login page: phone, code, consent. */
export function useLogIn(t: LoginTexts, onLoggedIn: (profile: Profile) => void) {
  const [account, setAccount] = useState<ThirdPartyCredential | null>(null)
  const use = account === null ? 'login' : 'bind'
  const sending = useSendCode(use, askSms(use))
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
    forgetSentCode(use)
    setProfile(data.profile)
    showToast(t, 'forms:login_done')
    // The page knows what comes next before the session says that it began.
    onLoggedIn(data.profile)
    startSession(data.token)
  }

  const submission = useSubmit(form, {
    send: async (values) => (await loadCalls()).logInWithPhone(values, account),
    onRefused: (refusal) => {
      if (refusal.key === 'wrong_mobile') return refuseMobile()
      return refuseCode(form, refusal, t)
    },
    onDone: finish,
  })

  function refuseMobile(): true {
    form.hook.setError('mobile', { type: 'server', message: t('forms:login_mobile') })
    document.getElementById(form.idOf('mobile'))?.focus()
    return true
  }

  async function sendCode(): Promise<void> {
    const mobile = form.hook.getValues('mobile')
    if (!v.is(MobileNumberSchema, mobile)) return void refuseMobile()
    const failure = await sending.send(mobile)
    if (failure === null) document.getElementById(form.idOf('code'))?.focus()
    if (failure?.kind !== 'refused' || failure.key !== 'wrong_mobile') return
    sending.dismiss()
    refuseMobile()
  }

  /** Loads what sending needs; what fails now is tried again when it is sent. */
  const prepare = (): void => void loadCalls().catch(() => {})

  return { form, sending, submission, prepare, sendCode, finish, account, setAccount }
}
export type LogInForm = ReturnType<typeof useLogIn>
