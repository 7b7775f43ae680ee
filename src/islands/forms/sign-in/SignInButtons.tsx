import type { SignIn } from '#api/sign-in.ts'
import type { Locale } from '#i18n/locales.ts'
import { useThirdPartyButton, type ThirdPartyCredential } from './use-third-party-button.ts'
import type { ThirdPartyTexts } from './texts.ts'
import './sign-in.css'

interface Props {
  locale: Locale
  t: ThirdPartyTexts
  /** Sign-ins on offer, from the init data. */
  signIn: readonly SignIn[]
  /**
   * Called with each token; each has a nonce of its own and is used up by one login. Where windows
   * are blocked the page is left for the provider: then it comes right after the page has opened
   * again, with no click before it and nothing agreed to yet.
   */
  onCredential(credential: ThirdPartyCredential): void
  /** Told when a provider cannot be reached; the reader is told here already. */
  onUnavailable?(provider: string): void
}

/**
 * The buttons of third-party accounts, drawn by the providers' own scripts; nothing without an offer.
 * Small enough to come with its page: behind `Suspense`, React would print an inline script into the
 * prebuilt page, which the content security policy refuses.
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
