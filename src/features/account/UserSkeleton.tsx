import type { IslandTexts } from '#i18n/island-areas.ts'
import { Act } from '#features/ui/Act.tsx'
import { ListSkeleton } from './Applications.tsx'
import { MembershipSkeleton } from './Membership.tsx'
import './visits.css'

/** Placeholder with the layout of the loaded page: the next visit, and the membership beside it. */
export function UserSkeleton({ t }: { t: IslandTexts<'user'> }) {
  return (
    <div className="user" aria-busy="true">
      <output className="visually-hidden">{t('user:loading')}</output>
      <div className="user-sections">
        <Act act={t('user:act_1')} title={t('user:visits')} latin={t('user:visits_latin')}>
          <div className="next-visit skeleton-block" aria-hidden="true" />
          <ListSkeleton rows={2} />
        </Act>
      </div>
      <aside>
        <MembershipSkeleton />
      </aside>
    </div>
  )
}
