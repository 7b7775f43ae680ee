import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useState } from 'react'
import type { RedirectSignIn } from '#api/sign-in.ts'
import { leaveFor, type ReturnFailure } from './returned.ts'

interface Props {
  offer: RedirectSignIn
  /** Why the last sign-in failed; null if there was none. */
  failure: ReturnFailure | null
  t: IslandTexts<'signIn'>
}

/** The button of a sign-in by redirect. */
export function RedirectButton({ offer, failure, t }: Props) {
  const { provider, label, start } = offer
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    // The back button may restore the page from the back/forward cache with the button disabled.
    const enable = () => setLeaving(false)
    addEventListener('pageshow', enable)
    return () => removeEventListener('pageshow', enable)
  }, [])
  return (
    <div className="third-party" data-state={failure ?? 'ready'}>
      <div className="third-party-button">
        <button
          type="button"
          disabled={isLeaving}
          onClick={() => {
            setLeaving(true)
            leaveFor(provider, start)
          }}
        >
          {t(isLeaving ? 'sign_in:leaving' : 'sign_in:continue_with', { provider: label })}
        </button>
      </div>
      <output>{failure !== null && t(`sign_in:${failure}`, { provider: label })}</output>
    </div>
  )
}
