import type { IslandTexts } from '#i18n/island-areas.ts'
import type { SignIn } from '#api/sign-in.ts'
import type { Locale } from '#i18n/locales.ts'
import { useThirdPartyButton, type ThirdPartyCredential } from './use-third-party-button.ts'
import './sign-in.css'

interface Props {
  locale: Locale
  t: IslandTexts<'signIn'>
  /** Available sign-in providers, from the init data. */
  signIn: readonly SignIn[]
  /**
   * Called with each token; each has its own nonce and is valid for one login. Where popups are
   * blocked the provider redirects: then the token arrives right after the page has loaded again,
   * before any click and before consent.
   */
  onCredential(credential: ThirdPartyCredential): void
  /** Called when a provider is unreachable; the message is already shown here. */
  onUnavailable?(provider: string): void
}

/**
 * The buttons of third-party accounts, rendered by the providers' scripts. Loaded with the page:
 * with `Suspense`, React would add an inline script to the prerendered page, which the content
 * security policy refuses.
 */
export function SignInButtons({ signIn, ...props }: Props) {
  return signIn.map((offer) => <SignInButton key={offer.provider} offer={offer} {...props} />)
}

function SignInButton({ t, ...props }: Omit<Props, 'signIn'> & { offer: SignIn }) {
  const { place, state } = useThirdPartyButton(props)
  const { label: provider } = props.offer
  return (
    <div className="third-party" data-state={state}>
      <div className="third-party-button" ref={place} />
      <output>
        {state === 'unfinished' && t('sign_in:unfinished')}
        {state === 'unavailable' && t('sign_in:unavailable', { provider })}
      </output>
    </div>
  )
}
