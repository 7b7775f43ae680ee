import { useEffect, useEffectEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { failureOfAnswer, failureOfError, type Failure } from '#islands/forms/failures.ts'
import type { LoginTexts } from './texts.ts'
import type { ThirdPartyCredential } from '#islands/forms/sign-in/use-third-party-button.ts'
import type { LogInForm } from './use-log-in.ts'

const textOf = (failure: Failure, t: LoginTexts): string =>
  t(failure.kind === 'unauthorized' ? 'errors:sign_in_refused' : failure.text)

/**
 * Logs in with what a third-party account gave. Consent comes first: a token that is there before it
 * waits for it. A new account goes on to bind a phone.
 */
export function useThirdParty({ form, finish, setAccount }: LogInForm, t: LoginTexts) {
  const [waiting, setWaiting] = useState<ThirdPartyCredential | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const isAgreed = useWatch({ control: form.hook.control, name: 'agreed' }) === true

  async function signIn(account: ThirdPartyCredential): Promise<void> {
    setWaiting(null)
    setNotice(null)
    try {
      const { logInWithAccount } = await import('./calls.ts')
      const answer = await logInWithAccount(account)
      if (answer.status !== 'ok') return setNotice(textOf(failureOfAnswer(answer), t))
      if (answer.data.status === 'logged_in') return finish(answer.data)
      setAccount(account)
    } catch (error) {
      setNotice(textOf(failureOfError(error), t))
    }
  }

  function takeCredential(account: ThirdPartyCredential): void {
    if (isAgreed) return void signIn(account)
    setWaiting(account)
    setNotice(t('login:agree_first'))
    form.hook.setError('agreed', { type: 'server', message: t('forms:please_agree') })
    document.getElementById(form.idOf('agreed'))?.focus()
  }

  const goOn = useEffectEvent(() => {
    if (waiting !== null) void signIn(waiting)
  })
  useEffect(() => {
    const timer = isAgreed ? setTimeout(goOn) : undefined
    return () => clearTimeout(timer)
  }, [isAgreed])

  return { takeCredential, notice }
}
