import { MembershipSkeleton } from './Membership.tsx'
import { Panel } from './Panel.tsx'
import type { UserTexts } from './texts.ts'

const ROWS = 8

/** The page before its data is there, with everything at its place. */
export function UserSkeleton({ t }: { t: UserTexts }) {
  return (
    <div className="user" aria-busy="true">
      <output className="visually-hidden">{t('user:loading')}</output>
      <div className="user-top">
        <Panel act={t('user:act_1')} title={t('user:profile')} latin={t('user:profile_latin')}>
          <div className="who" aria-hidden="true">
            <div className="avatar">
              <div className="avatar-picture" />
            </div>
          </div>
          <div className="profile" aria-hidden="true">
            {Array.from({ length: ROWS }, (_, row) => (
              <div className="profile-row" key={row}>
                <span className="bar short" />
                <span className="bar" />
              </div>
            ))}
          </div>
        </Panel>
        <aside>
          <MembershipSkeleton />
        </aside>
      </div>
    </div>
  )
}
