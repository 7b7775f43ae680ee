import { LOCALES } from '#api/language.ts'
import { findDisabledSection } from '#api/sections.ts'
import type { Init } from '#api/site.ts'
import { readVenueDay } from '#i18n/format.ts'

type Given = Readonly<Record<string, unknown>>

const listNothing = () => ({ items: [], page: 1, size: 100, total: 0 })

/** An empty month of a calendar; the current one of the venue when none was requested. */
const emptyMonth = (
  { server_time }: Init,
  { month = readVenueDay(server_time).slice(0, 7) }: Given,
) => ({
  month,
  entries: [],
})

/** A page that nobody sees: other pages read its head with that of the site. */
const headPage = ({ site: { name, share_image: hero } }: Init) => ({
  langs: [...LOCALES],
  title: name,
  subtitle: name,
  summary: name,
  hero,
})

const EMPTY: Readonly<Record<string, (init: Init, given: Given) => object>> = {
  '/api/perform/index': () => ({ on_sale: [], coming: [], past: [], tours: [], news: [] }),
  '/api/perform/list': listNothing,
  '/api/perform/calendar': emptyMonth,
  '/api/perform/news_list': listNothing,
  '/api/course/index': () => ({ featured: [], categories: [], news: [] }),
  '/api/course/list': listNothing,
  '/api/course/datelist': listNothing,
  '/api/course/calendar': emptyMonth,
  '/api/course/news_list': listNothing,
  '/api/course/activity_datelist': listNothing,
  '/api/artist/config': (init) => ({
    season: { ...headPage(init), artists: [] },
    disciplines: [],
  }),
  '/api/artist/artist_list': listNothing,
  '/api/artist/news_list': listNothing,
  '/api/index/business': (init) => ({
    ...headPage(init),
    body: [],
    cases: [],
    enquiry: { label: init.site.name, href: '/', note: init.site.name },
  }),
  '/api/index/about': (init) => ({ ...headPage(init), body: [] }),
  '/api/search/recommend': () => ({ words: [], items: [] }),
}

/**
 * The response of a call whose sections are switched off: the API need not have the call.
 * @param given query and body of the call
 * @returns null when the call has to be made
 */
export function findEmptyResponse(path: string, init: Init, given: Given): object | null {
  if (findDisabledSection(path, init.site.sections) === null) return null
  const empty = EMPTY[path]?.(init, given)
  return empty ? { ...empty, server_time: init.server_time } : null
}
