import { listOwnApplications } from '../../../modules/application/list-own.ts'
import { findPlace, loadPlaces } from '../../../modules/read/names.ts'
import { formatTime } from '../../../venue-time.ts'
import type { ApplicationMessageRecord, ApplicationSummary, Occasion } from '../../message-data.ts'
import type { LoadContext, Loaders } from './load-context.ts'

/** Loads an application; null if its status is no longer `status`. @param status null for any */
async function loadApplication(
  { applicationId }: ApplicationMessageRecord,
  { deps, userId, lang }: LoadContext,
  status: string | null,
): Promise<ApplicationSummary | null> {
  const own = await listOwnApplications(deps.db.query, userId, lang)
  const application = own.find(({ id }) => id === applicationId)
  if (!application) return null
  return status === null || application.status === status ? application : null
}

/** Loads the upcoming dates of an activity. */
async function loadDates(
  { kind, subject }: ApplicationSummary,
  { deps, lang, now }: LoadContext,
): Promise<Occasion[]> {
  if (kind !== 'activity') return []
  const [rows, places] = await Promise.all([
    deps.db.query
      .selectFrom('activity_date')
      .select(['starts_at', 'hall_id'])
      .where('activity_id', '=', subject.id)
      .where('published', '=', 1)
      .where('starts_at', '>', now)
      .orderBy('starts_at')
      .execute(),
    loadPlaces(deps.db.query, lang),
  ])
  return rows.map(({ starts_at, hall_id }) => ({
    startsAt: formatTime(starts_at),
    place: findPlace(places, hall_id),
  }))
}

/** @param status null for any */
const createLoader =
  (status: string | null) => async (record: ApplicationMessageRecord, context: LoadContext) => {
    const application = await loadApplication(record, context, status)
    return application && { application }
  }

async function loadAdmission(record: ApplicationMessageRecord, context: LoadContext) {
  const application = await loadApplication(record, context, 'accepted')
  return application && { application, dates: await loadDates(application, context) }
}

/** Loaders of messages about applications. */
export const APPLICATION_LOADERS = {
  application_received: createLoader(null),
  application_accepted: loadAdmission,
  application_waitlisted: createLoader('waitlisted'),
  application_declined: createLoader('declined'),
  application_reopened: createLoader(null),
  place_offered: loadAdmission,
} satisfies Partial<Loaders>
