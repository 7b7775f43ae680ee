import type { IslandTexts } from '#i18n/island-areas.ts'
import { Act } from '#features/ui/Act.tsx'
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

/** Placeholder for the card and the lines below it. */
export function MembershipSkeleton() {
  return (
    <div className="membership" aria-hidden="true">
      <div className="membership-card skeleton-block" />
      <div className="skeleton-lines">
        <span className="skeleton-line" />
        <span className="skeleton-line short" />
        <span className="skeleton-line" />
      </div>
    </div>
  )
}

/** Placeholder rows while a list loads. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div className="skeleton-row" key={row}>
          <span className="skeleton-line" />
          <span className="skeleton-line short" />
        </div>
      ))}
    </div>
  )
}
