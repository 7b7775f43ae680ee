import type { Deps } from '../../deps.ts'
import { formatTime } from '../../venue-time.ts'
import type { Handlers } from '../../mount.ts'
import { readActivityState } from '../../states/activity-state.ts'
import { countPlacesLeft, readCourseDateState } from '../../states/course-state.ts'
import { countLeft, readShowState } from '../../states/show-state.ts'
import { selectActivities } from '../activity/cards.ts'
import { loadCourseFacts, selectDates } from '../course/facts.ts'
import { loadPerformanceFacts, selectShows } from '../perform/facts.ts'

export function createLiveHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'POST /api/live/facts': async ({ body, lang, now }) => {
      const [performances, shows, courses, dates, activities] = await Promise.all([
        loadPerformanceFacts(db, now, body.performance),
        selectShows(db).where('show.id', 'in', body.show).execute(),
        loadCourseFacts(db, now, body.course),
        selectDates(db).where('course_date.id', 'in', body.course_date).execute(),
        selectActivities(db, { lang, now }).where('activity.id', 'in', body.activity).execute(),
      ])
      return {
        performance: performances.map(({ id, state }) => ({ id, state, places_left: null })),
        show: shows.map((row) => ({
          id: row.id,
          state: readShowState(row, now),
          places_left: countLeft(row),
        })),
        course: courses.map(({ id, state }) => ({ id, state, places_left: null })),
        course_date: dates.map((row) => ({
          id: row.id,
          state: readCourseDateState(row, row.booking_opens_at, now),
          places_left: countPlacesLeft(row),
        })),
        activity: activities.map((row) => ({
          id: row.id,
          state: readActivityState(row, row.last_end, now),
          places_left: row.places - row.taken,
        })),
        server_time: formatTime(now),
      }
    },
  } satisfies Partial<Handlers>
}
