import type { IslandTexts } from '#i18n/island-areas.ts'
import type { ReactNode } from 'react'
import { getLoginHref } from '#routes.ts'
import type { Ending } from '#stores/session.ts'
import { focus } from './focus.ts'
import { useSession } from './use-session.ts'
import './member-gate.css'

interface Props {
  t: IslandTexts<'member'>
  /** Shown while the session is unknown. */
  skeleton: ReactNode
  children: ReactNode
}

/**
 * Shows its children to members only. Without a session it shows the reason and a link to the login, which
 * returns to this page.
 */
export function MemberGate({ t, skeleton, children }: Props) {
  const session = useSession()
  if (session.status === 'unknown') return skeleton
  if (session.status === 'member') return children
  return <SessionOver ended={session.ended} t={t} />
}

function SessionOver({ ended, t }: { ended: Ending | null; t: IslandTexts<'member'> }) {
  return (
    <div className="session-over" role="alert" tabIndex={-1} ref={ended ? focus : undefined}>
      <h2>{t(`member:over_${ended ?? 'visitor'}`)}</h2>
      <p>{t('member:over_line')}</p>
      <a className="button" href={getLoginHref(location)}>
        {t('member:log_in')}
      </a>
    </div>
  )
}
