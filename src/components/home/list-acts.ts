import type { HomeAct, Section } from '#api/sections.ts'

/** The content that determines the acts of a home page. */
interface Home {
  sections: readonly Section[]
  /** Acts in the order that the organisation has chosen. */
  acts: readonly HomeAct[]
  performances: readonly unknown[]
  courseDates: readonly unknown[]
  activityDates: readonly unknown[]
  artists: readonly unknown[]
  news: readonly unknown[]
}

/** Lists the acts of a home page: those of enabled sections with content. */
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
