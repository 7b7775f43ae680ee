import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SignIn } from '#api/sign-in.ts'
import type { Locale } from '#i18n/locales.ts'
import { drawNonce, dropNonce, keepNonce, requestNonce, takeNonce } from './nonce.ts'
import { waitForAccounts, type AccountsId } from './wait-for-accounts.ts'

/** How long after the return to the page a token may still come. */
const LATE_MS = 1500
/** Widths that Google's button can have. */
const WIDTH = { least: 200, most: 400 } as const
const GOOGLE_LOCALES: Record<Locale, string> = { 'zh-cn': 'zh_CN', en: 'en' }

/** What a third-party account gave: goes to `…/{provider}_login` or `…/account/bind` as it is. */
export interface ThirdPartyCredential {
  provider: string
  credential: string
  nonce: string
}

export type ButtonState = 'waiting' | 'ready' | 'unfinished' | 'unavailable'

interface Options {
  offer: SignIn
  locale: Locale
  onCredential(credential: ThirdPartyCredential): void
  onUnavailable?: ((provider: string) => void) | undefined
}

/** A script that is asked for before that would hold up the load of the page. */
async function untilLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((done) => {
    addEventListener('load', done, { once: true })
  })
}

/** Lets a provider draw its button into `place` and hands on the tokens that come of it. */
export function useThirdPartyButton({ offer, locale, onCredential, onUnavailable }: Options) {
  const { provider, script, client_id, issues_nonce } = offer
  const place = useRef<HTMLDivElement>(null)
  const isAway = useRef(false)
  const currentNonce = useRef('')
  const [state, setState] = useState<ButtonState>('waiting')

  const fail = useEffectEvent(() => {
    setState('unavailable')
    onUnavailable?.(provider)
  })

  const leave = useEffectEvent(() => {
    isAway.current = true
    keepNonce(provider, currentNonce.current)
    setState('ready')
  })

  const finish = useEffectEvent((credential: string, nonce: string) => {
    isAway.current = false
    setState('ready')
    onCredential({ provider, credential, nonce })
  })

  /** A window was closed or refused: said quietly, nothing is lost. */
  const giveUp = useEffectEvent(() => {
    isAway.current = false
    setState('unfinished')
  })

  useEffect(() => {
    let mounted = true

    async function initialize(accounts: AccountsId): Promise<void> {
      const nonce = await takeNonce(provider, issues_nonce ? requestNonce : drawNonce)
      if (!mounted) return
      currentNonce.current = nonce
      accounts.initialize({
        client_id,
        nonce,
        auto_select: false,
        callback: ({ credential }) => {
          if (!mounted) return
          dropNonce(provider)
          // Of several calls the last one counts: the next token gets a nonce of its own.
          initialize(accounts).catch(() => mounted && fail())
          finish(credential, nonce)
        },
        error_callback: () => mounted && giveUp(),
      })
    }

    function draw(accounts: AccountsId, parent: HTMLElement): void {
      accounts.renderButton(parent, {
        type: 'standard',
        theme: 'outline',
        size: 'large',
        shape: 'rectangular',
        text: 'continue_with',
        width: Math.min(Math.max(Math.round(parent.clientWidth), WIDTH.least), WIDTH.most),
        locale: GOOGLE_LOCALES[locale],
        click_listener: () => leave(),
      })
      setState('ready')
    }

    async function start(): Promise<void> {
      await untilLoaded()
      const accounts = await waitForAccounts(script)
      if (!mounted || !place.current) return
      if (!accounts) throw new Error('the script did not come')
      await initialize(accounts)
      if (mounted && place.current) draw(accounts, place.current)
    }

    start().catch(() => mounted && fail())
    // Google does not say that its window was closed; that the reader is back does.
    const comeBack = () => setTimeout(() => mounted && isAway.current && giveUp(), LATE_MS)
    addEventListener('focus', comeBack)
    return () => {
      mounted = false
      removeEventListener('focus', comeBack)
    }
  }, [provider, script, client_id, issues_nonce, locale])

  return { place, state }
}
