import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { withoutScript, type ScriptSignIn, type SignIn, type RedirectSignIn } from '#api/sign-in.ts'
import { takeReturn, openProvider, type ReturnFailure } from './returned.ts'
import { useThirdPartyButton, type ThirdPartyCredential } from './use-third-party-button.ts'
import { useRestored } from '#features/ui/use-restored.ts'
import './sign-in.css'

interface Props extends IslandPart<'signIn'> {
  /** The sign-ins that work in this browser (`use-offers.ts`). */
  signIn: readonly SignIn[]
  /**
   * Called with each token. A token has its own nonce and is valid for one login. After a redirect it
   * arrives as soon as the page has loaded, before any click and before consent.
   */
  onCredential(credential: ThirdPartyCredential): void
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
    else onCredential({ provider, credential: outcome.credential, nonce: outcome.nonce })
  })
  useEffect(() => {
    const timer = setTimeout(() => receive())
    return () => clearTimeout(timer)
  }, [])

  return signIn.map((offer) => {
    const why = failure?.provider === offer.provider ? failure.why : null
    return offer.kind === 'redirect' ? (
      <RedirectButton key={offer.provider} offer={offer} failure={why} t={props.t} />
    ) : (
      <SignInButton key={offer.provider} offer={offer} failure={why} {...props} />
    )
  })
}

interface ButtonProps extends Omit<Props, 'signIn'> {
  offer: ScriptSignIn
  failure: ReturnFailure | null
}

function SignInButton({ t, failure, ...props }: ButtonProps) {
  const { place, state } = useThirdPartyButton(props)
  const { offer } = props
  const fallback = state === 'unavailable' ? withoutScript(offer) : null
  if (fallback !== null) return <RedirectButton offer={fallback} failure={failure} t={t} />
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

interface RedirectButtonProps {
  offer: RedirectSignIn
  /** Why the last sign-in failed; null if there was none. */
  failure: ReturnFailure | null
  t: IslandTexts<'signIn'>
}

/** The button of a sign-in by redirect. */
function RedirectButton({ offer, failure, t }: RedirectButtonProps) {
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
            openProvider(provider, start)
          }}
        >
          {t(isLeaving ? 'sign_in:leaving' : 'sign_in:continue_with', { provider: label })}
        </button>
      </div>
      <output>{failure !== null && t(`sign_in:${failure}`, { provider: label })}</output>
    </div>
  )
}
