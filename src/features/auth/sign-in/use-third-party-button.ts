import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as v from 'valibot'
import type { bindAccount } from '#api/account.ts'
import type { ScriptSignIn } from '#api/sign-in.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { generateNonce, clearNonce, storeNonce, requestNonce, getOrCreateNonce } from './nonce.ts'
import { waitForAccounts, type AccountsId } from './wait-for-accounts.ts'

/** How long a token may still arrive after the page has regained the focus. */
const LATE_MS = 1500
/** Widths that Google's button supports. */
const WIDTH = { min: 200, max: 400 } as const

/** The credential of a third-party account, with which a member logs in or which is bound to the account. */
export type ThirdPartyCredential = v.InferInput<typeof bindAccount.body>

export type ButtonState = 'waiting' | 'ready' | 'unfinished' | 'unavailable'

interface Options {
  offer: ScriptSignIn
  locale: Locale
  onCredential(credential: ThirdPartyCredential): void
}

/** Waits for the load event, which an earlier script request would delay. */
async function untilLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((done) => {
    addEventListener('load', done, { once: true })
  })
}

/** Renders a provider's button into `place` and forwards its tokens. */
export function useThirdPartyButton({ offer, locale, onCredential }: Options) {
  const { provider, script, client_id, issues_nonce } = offer
  const place = useRef<HTMLDivElement>(null)
  const isAway = useRef(false)
  const currentNonce = useRef('')
  const [state, setState] = useState<ButtonState>('waiting')

  const leave = useEffectEvent(() => {
    isAway.current = true
    storeNonce(provider, currentNonce.current)
    setState('ready')
  })

  const finish = useEffectEvent((credential: string, nonce: string) => {
    isAway.current = false
    setState('ready')
    onCredential({ provider, credential, nonce })
  })

  /** A popup was closed or refused, which is shown as a quiet hint. */
  const giveUp = useEffectEvent(() => {
    isAway.current = false
    setState('unfinished')
  })

  useEffect(() => {
    let isMounted = true
    const fail = () => isMounted && setState('unavailable')

    async function initialize(accounts: AccountsId): Promise<void> {
      const nonce = await getOrCreateNonce(provider, issues_nonce ? requestNonce : generateNonce)
      if (!isMounted) return
      currentNonce.current = nonce
      accounts.initialize({
        client_id,
        nonce,
        auto_select: false,
        callback: ({ credential }) => {
          if (!isMounted) return
          clearNonce(provider)
          // The last call wins: the next token gets its own nonce.
          initialize(accounts).catch(fail)
          finish(credential, nonce)
        },
        error_callback: () => isMounted && giveUp(),
      })
    }

    function draw(accounts: AccountsId, parent: HTMLElement): void {
      accounts.renderButton(parent, {
        type: 'standard',
        theme: 'outline',
        size: 'large',
        shape: 'rectangular',
        text: 'continue_with',
        width: Math.min(Math.max(Math.round(parent.clientWidth), WIDTH.min), WIDTH.max),
        locale: LOCALE_TRAITS[locale].htmlLang.replace('-', '_'),
        click_listener: () => leave(),
      })
      setState('ready')
    }

    async function start(): Promise<void> {
      await untilLoaded()
      const accounts = await waitForAccounts(script)
      if (!isMounted || !place.current) return
      if (!accounts) throw new Error('the script did not load')
      await initialize(accounts)
      if (isMounted && place.current) draw(accounts, place.current)
    }

    start().catch(fail)
    // Google does not report a closed popup, so the return of the focus is used instead.
    const onFocus = () => setTimeout(() => isMounted && isAway.current && giveUp(), LATE_MS)
    addEventListener('focus', onFocus)
    return () => {
      isMounted = false
      removeEventListener('focus', onFocus)
    }
  }, [provider, script, client_id, issues_nonce, locale])

  return { place, state }
}
