import { LOCALES } from '#api/language.ts'
import { findDisabledSection } from '#api/sections.ts'
import type { Init } from '#api/site.ts'
import { readVenueDay } from '#i18n/format.ts'

type Input = Readonly<Record<string, unknown>>

const makeEmptyList = () => ({ items: [], page: 1, size: 100, total: 0 })

/** An empty month of a calendar; the current one of the venue when none was requested. */
const makeEmptyMonth = (
  { server_time }: Init,
  { month = readVenueDay(server_time).slice(0, 7) }: Input,
) => ({
  month,
  entries: [],
})

/** The head of a page that is not rendered, which other pages read nevertheless. */
const makePlaceholderHead = ({ site: { name, share_image: hero } }: Init) => ({
  langs: [...LOCALES],
  title: name,
  subtitle: name,
  summary: name,
  hero,
})

const EMPTY: Readonly<Record<string, (init: Init, input: Input) => object>> = {
  '/api/perform/index': () => ({ on_sale: [], coming: [], past: [], tours: [], news: [] }),
  '/api/perform/list': makeEmptyList,
  '/api/perform/calendar': makeEmptyMonth,
  '/api/perform/news_list': makeEmptyList,
  '/api/course/index': () => ({ featured: [], categories: [], news: [] }),
  '/api/course/list': makeEmptyList,
  '/api/course/datelist': makeEmptyList,
  '/api/course/calendar': makeEmptyMonth,
  '/api/course/news_list': makeEmptyList,
  '/api/course/activity_datelist': makeEmptyList,
  '/api/artist/config': (init) => ({
    season: { ...makePlaceholderHead(init), artists: [] },
    disciplines: [],
  }),
  '/api/artist/artist_list': makeEmptyList,
  '/api/artist/news_list': makeEmptyList,
  '/api/index/calendar': makePlaceholderHead,
  '/api/index/business': (init) => ({
    ...makePlaceholderHead(init),
    body: [],
    cases: [],
    enquiry: { label: init.site.name, href: '/', note: init.site.name },
  }),
  '/api/index/about': (init) => ({ ...makePlaceholderHead(init), body: [] }),
  '/api/search/recommend': () => ({ words: [], items: [] }),
}

/**
 * Returns an empty response for a call of disabled sections, which the API need not implement.
 * @param input query and body of the call
 * @returns null if the call must be sent
 */
export function findEmptyResponse(path: string, init: Init, input: Input): object | null {
  if (findDisabledSection(path, init.site.sections) === null) return null
  const empty = EMPTY[path]?.(init, input)
  return empty ? { ...empty, server_time: init.server_time } : null
}
