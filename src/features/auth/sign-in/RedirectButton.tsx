import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useState } from 'react'
import type { RedirectSignIn } from '#api/sign-in.ts'
import { leaveFor, type ReturnFailure } from './returned.ts'

interface Props {
  offer: RedirectSignIn
  /** Why the last return brought nothing; null when there was none. */
  failure: ReturnFailure | null
  t: IslandTexts<'signIn'>
}

/** A sign-in for which the browser leaves the page and comes back. */
export function RedirectButton({ offer, failure, t }: Props) {
  const { provider, label, start } = offer
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    // The page comes back as it was left when somebody goes back from the provider.
    const comeBack = () => setLeaving(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
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
