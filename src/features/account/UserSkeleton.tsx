import type { IslandTexts } from '#i18n/island-areas.ts'
import { MembershipSkeleton } from './Membership.tsx'
import { Panel } from './Panel.tsx'

const ROWS = 8

/** Placeholder with the layout of the loaded page. */
export function UserSkeleton({ t }: { t: IslandTexts<'user'> }) {
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
