import type { HomeAct, Section } from '#api/sections.ts'

/** What decides which acts a home page has. */
interface Home {
  sections: readonly Section[]
  /** Acts in the order that the organisation wants. */
  acts: readonly HomeAct[]
  performances: readonly unknown[]
  courseDates: readonly unknown[]
  activityDates: readonly unknown[]
  artists: readonly unknown[]
  news: readonly unknown[]
}

/** The acts of a home page: those of sections that are on and have something to show. */
export function listActs(home: Home): HomeAct[] {
  const hasContent: Record<HomeAct, boolean> = {
    performances: home.performances.length > 0,
    courses: home.courseDates.length > 0,
    activities: home.activityDates.length > 0,
    artists: home.artists.length > 0,
    news: home.news.length > 0,
    business: true,
  }
  return home.acts.filter((act) => home.sections.includes(act) && hasContent[act])
}
