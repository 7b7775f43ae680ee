import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  failureOfResult,
  failureOfError,
  type Failure,
  describeFailure,
} from '#features/forms/failures.ts'
import type { ThirdPartyCredential } from '#features/auth/sign-in/use-third-party-button.ts'
import type { LogInForm } from './use-log-in.ts'

const textOf = (failure: Failure, t: IslandTexts<'login'>): string =>
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
      const { logInWithAccount } = await import('./calls.ts')
      const result = await logInWithAccount(account)
      if (result.status !== 'ok') return setNotice(textOf(failureOfResult(result), t))
      if (result.data.status === 'logged_in') return finish(result.data)
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

  const logInAfterConsent = useEffectEvent(() => {
    if (waiting !== null) void signIn(waiting)
  })
  useEffect(() => {
    const timer = isAgreed ? setTimeout(logInAfterConsent) : undefined
    return () => clearTimeout(timer)
  }, [isAgreed])

  return { takeCredential, notice }
}
