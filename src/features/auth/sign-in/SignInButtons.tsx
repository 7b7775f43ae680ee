import type { IslandPart } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { withoutScript, type ScriptSignIn, type SignIn, type RedirectSignIn } from '#api/sign-in.ts'
import { takeReturn, openProvider, type ReturnFailure } from './returned.ts'
import { useThirdPartyButton, type ThirdPartyCredential } from './use-third-party-button.ts'
import { useRestored } from '#features/ui/use-restored.ts'
import './sign-in.css'

interface Props extends IslandPart<'signIn'> {
  /** The sign-ins that work in this browser (`use-offers.ts`). */
  signIn: readonly SignIn[]
  /** Whether the visitor has given consent; a redirect keeps it. */
  isAgreed: boolean
  /**
   * Called with each token. A token has its own nonce and is valid for one login. After a redirect it
   * arrives as soon as the page has loaded, before any click.
   * @param wasAgreed whether consent was given before the redirect
   */
  onCredential(credential: ThirdPartyCredential, wasAgreed?: boolean): void
}

/**
 * The buttons of third-party sign-in: rendered by the scripts of the providers, or our own for sign-in by
 * redirect. Not lazy on the login page, which prerenders them.
 */
export function SignInButtons({ signIn, ...props }: Props) {
  const [failure, setFailure] = useState<{ provider: string; why: ReturnFailure } | null>(null)
  const { onCredential } = props

  const receive = useEffectEvent(() => {
    const returned = takeReturn()
    if (returned === null) return
    const { provider, outcome } = returned
    if (outcome.kind === 'failure') setFailure({ provider, why: outcome.why })
    else {
      const { credential, nonce, isAgreed } = outcome
      onCredential({ provider, credential, nonce }, isAgreed)
    }
  })
  useEffect(() => {
    const timer = setTimeout(() => receive())
    return () => clearTimeout(timer)
  }, [])

  return signIn.map((offer) => {
    const why = failure?.provider === offer.provider ? failure.why : null
    return offer.kind === 'redirect' ? (
      <RedirectButton key={offer.provider} offer={offer} failure={why} {...props} />
    ) : (
      <SignInButton key={offer.provider} offer={offer} failure={why} {...props} />
    )
  })
}

interface ButtonProps extends Omit<Props, 'signIn'> {
  offer: ScriptSignIn
  failure: ReturnFailure | null
}

function SignInButton(props: ButtonProps) {
  const { place, state } = useThirdPartyButton(props)
  const { offer, t } = props
  const fallback = state === 'unavailable' ? withoutScript(offer) : null
  if (fallback !== null) return <RedirectButton {...props} offer={fallback} />
  return (
    <div className="third-party" data-state={state}>
      <div className="third-party-button" ref={place} />
      <output>
        {state === 'unfinished' && t('sign_in:unfinished')}
        {state === 'unavailable' && t('sign_in:unavailable', { provider: offer.label })}
      </output>
    </div>
  )
}

interface RedirectButtonProps extends Pick<Props, 't' | 'isAgreed'> {
  offer: RedirectSignIn
  /** Why the last sign-in failed; null if there was none. */
  failure: ReturnFailure | null
}

/** The button of a sign-in by redirect. */
function RedirectButton({ offer, failure, isAgreed, t }: RedirectButtonProps) {
  const { provider, label, start } = offer
  const [isLeaving, setLeaving] = useState(false)
  useRestored(() => setLeaving(false))
  return (
    <div className="third-party" data-state={failure ?? 'ready'}>
      <div className="third-party-button">
        <button
          type="button"
          disabled={isLeaving}
          onClick={() => {
            setLeaving(true)
            openProvider(provider, start, isAgreed)
          }}
        >
          {t(isLeaving ? 'sign_in:leaving' : 'sign_in:continue_with', { provider: label })}
        </button>
      </div>
      <output>{failure !== null && t(`sign_in:${failure}`, { provider: label })}</output>
    </div>
  )
}
