// Handlers of all public calls, by method and path.
import type { Item, Lang, LocalizedText, Repertoire, Story } from './repertoire.ts'
import { createShapes, GROUPS, now, type Shapes } from './shapes.ts'

/** An error response; `code` is that of the envelope. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Query of a GET or body of a POST, unvalidated. */
export type Input = Record<string, unknown>
export interface Caller {
  lang: Lang
  input: Input
  origin: string
}
export type Handler = (caller: Caller) => unknown

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/
const MONTH_FORM = /^20\d{2}-(0[1-9]|1[0-2])$/

export function readId(input: Input, name = 'id'): number {
  const value = String(input[name] ?? '')
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Refused(400, `${name} is not an id`)
  return Number(value)
}

export function findItem<T extends Item>(items: T[], input: Input, name?: string): T {
  const item = items[readId(input, name) - 1]
  if (!item) throw new Refused(404, 'no such item')
  return item
}

export function page<T, Shown>(all: T[], input: Input, show: (item: T) => Shown) {
  const [number, size] = [Number(input['page'] ?? 1), Number(input['size'] ?? 24)]
  if (!(number >= 1) || !(size >= 1) || size > 100) throw new Refused(400, 'no such page')
  const items = all.slice((number - 1) * size, number * size).map(show)
  return { items, page: number, size, total: all.length }
}

/** Filters by a query parameter, if present. */
function keep<T>(items: T[], input: Input, name: string, read: (item: T) => number | string): T[] {
  return input[name] === undefined
    ? items
    : items.filter((item) => String(read(item)) === String(input[name]))
}

const since = <T extends { starts: number }>(items: T[], { from }: Input): T[] => {
  if (from !== undefined && !DAY_FORM.test(String(from))) throw new Refused(400, 'no such day')
  const start = from === undefined ? Date.now() : Date.parse(String(from))
  return items.filter((item) => item.starts >= start).toSorted((a, b) => a.starts - b.starts)
}

/** Creates the handlers of all public calls for a repertoire. */
export function createPublicHandlers(all: Repertoire): Record<string, Handler> {
  const shapesIn = { 'zh-cn': createShapes(all, 'zh-cn'), en: createShapes(all, 'en') }
  const call =
    (handle: (shapes: Shapes, input: Input) => unknown): Handler =>
    ({ lang, input }) =>
      handle(shapesIn[lang], input)

  const newest = (kind: keyof Repertoire['stories'], about?: number) =>
    all.stories[kind]
      .filter((story) => about === undefined || story.about === about)
      .toSorted((a, b) => b.published - a.published)

  const newsList = (kind: keyof Repertoire['stories']) =>
    call((s, input) => {
      const about = input['artist_id'] === undefined ? undefined : readId(input, 'artist_id')
      return page(newest(kind, about), input, (item) => s.story(kind, item))
    })

  const newsDetail = (kind: keyof Repertoire['stories']) =>
    call((s, input) => {
      const story = findItem(all.stories[kind], input)
      const neighbour = (other: Story | undefined) =>
        other ? { id: other.id, title: s.getText(other.title) } : null
      return {
        ...s.story(kind, story),
        body: s.getText(story.body),
        // News ids ascend from the newest to the oldest.
        older: neighbour(all.stories[kind][story.id]),
        newer: neighbour(all.stories[kind][story.id - 2]),
      }
    })

  const month = (input: Input, entries: { starts_at: string }[]) => {
    const requested = input['month'] ?? now().slice(0, 7)
    if (!MONTH_FORM.test(String(requested))) throw new Refused(400, 'no such month')
    const inMonth = entries.filter(({ starts_at }) => starts_at.startsWith(String(requested)))
    return { month: requested, entries: inMonth, server_time: now() }
  }
  const courseCalendar = call((s, input) =>
    month(
      input,
      all.courses.map((item) => ({
        ...s.entry('course', item, s.courseDate(item)),
        state: 'open',
      })),
    ),
  )

  const long = (title: LocalizedText) =>
    call((s) => ({
      langs: ['zh-cn', 'en'],
      title: s.getText(title),
      subtitle: s.both('灯笼巷 8 号', 'Number 8, Lantern Yard'),
      summary: s.both('一座院子里的剧场。', 'A theatre in a courtyard.'),
      hero: s.picture(0),
      body: s.getText(all.productions[0]?.body ?? title),
    }))

  const groups = (names: LocalizedText[], s: Shapes) =>
    names.map((words, index) => ({ id: index + 1, name: s.getText(words) }))

  return {
    'GET /api/index/banner': call((s) => ({
      banners: all.productions.slice(0, 2).map((item) => ({
        id: item.id,
        image: s.picture(item.picture),
        eyebrow: s.both('正在上演', 'Now playing'),
        title: s.getText(item.title),
        subtitle: s.both('灯笼巷原创', 'Made in Lantern Yard'),
        mood: s.both('雨后的院子', 'The yard after rain'),
        facts: [s.both('两小时', 'Two hours')],
        period: null,
        link: { label: s.both('看详情', 'See more'), href: `/drama/detail?id=${item.id}` },
      })),
    })),
    'POST /api/index/calendar': long({ 'zh-cn': '日历', en: 'Calendar' }),
    'GET /api/index/about': long({ 'zh-cn': '关于灯笼巷', en: 'About Lantern Yard' }),
    'GET /api/index/business': (caller) => ({
      ...Object(long({ 'zh-cn': '场地合作', en: 'Hire the yard' })(caller)),
      cases: [],
      enquiry: {
        label: caller.lang === 'en' ? 'Write to us' : '写信给我们',
        href: 'mailto:yard@example.org',
        note: caller.lang === 'en' ? 'We answer within two days' : '两天内答复',
      },
    }),

    'GET /api/course/index': call((s) => ({
      featured: all.courses.slice(0, 3).map(s.course),
      categories: groups(GROUPS.categories, s).map((category) => ({
        ...category,
        summary: s.both('小班上课。', 'Small classes.'),
        courses: all.courses
          .filter(({ group }) => group === category.id)
          .slice(0, 6)
          .map(s.course),
      })),
      news: newest('course')
        .slice(0, 3)
        .map((item) => s.story('course', item)),
      server_time: now(),
    })),
    'GET /api/course/list': call((s, input) => {
      const open = keep(all.courses, input, 'state', () => 'open')
      const inCity = keep(open, input, 'city_id', () => 1)
      return page(
        keep(inCity, input, 'category_id', ({ group }) => group),
        input,
        s.course,
      )
    }),
    'GET /api/course/detail': call((s, input) => {
      const item = findItem(all.courses, input)
      return {
        ...s.course(item),
        application: null,
        packages: [],
        dates: [s.courseDate(item)],
        artists: [],
        body: s.getText(item.body),
        news: newest('course', item.id)
          .slice(0, 3)
          .map((story) => s.story('course', story)),
        related: all.courses.slice(item.id, item.id + 2).map(s.course),
        server_time: now(),
      }
    }),
    'GET /api/course/calendar': courseCalendar,
    'POST /api/course/calendar': courseCalendar,
    'GET /api/course/datelist': call((s, input) => {
      const id = input['id'] === undefined ? undefined : readId(input)
      const dated = since(all.courses, input).filter((item) => id === undefined || item.id === id)
      return { ...page(dated, input, s.courseDate), server_time: now() }
    }),
    'GET /api/course/news_detail': newsDetail('course'),
    'GET /api/course/news_list': newsList('course'),
    'GET /api/course/activity_datelist': call((s, input) => ({
      ...page(since(all.activities, input), input, (item) => ({
        ...s.activityDate(item),
        activity: s.activity(item),
      })),
      server_time: now(),
    })),
    'GET /api/course/activity_detail': call((s, input) => {
      const item = findItem(all.activities, input)
      return {
        ...s.activity(item),
        dates: [s.activityDate(item)],
        body: s.getText(item.body),
        related: [],
        server_time: now(),
      }
    }),

    'GET /api/perform/index': call((s) => {
      const inState = (state: string) =>
        all.productions
          .filter((item) => item.state === state)
          .slice(0, 12)
          .map(s.performance)
      return {
        on_sale: inState('on_sale'),
        coming: inState('coming'),
        past: inState('past'),
        tours: [],
        news: newest('performance')
          .slice(0, 3)
          .map((item) => s.story('performance', item)),
        server_time: now(),
      }
    }),
    'GET /api/perform/list': call((s, input) => {
      const inCity = keep(all.productions, input, 'city_id', () => 1)
      const inState = keep(inCity, input, 'state', ({ state }) => state)
      return page(
        keep(inState, input, 'genre_id', ({ group }) => group),
        input,
        s.performance,
      )
    }),
    'GET /api/perform/detail': call((s, input) => {
      const item = findItem(all.productions, input)
      return {
        ...s.performance(item),
        summary: s.summary(item),
        mood: s.both('雨后的院子', 'The yard after rain'),
        duration_min: 120,
        intermissions: 1,
        age_min: 8,
        language_note: s.both('中文演出', 'In Chinese'),
        cast: [],
        creatives: [],
        rules: [],
        tiers: s.tiers(item),
        shows: s.shows(item),
        body: s.getText(item.body),
        artists: all.artists.slice(0, 2).map(s.artist),
        news: newest('performance', item.id)
          .slice(0, 3)
          .map((one) => s.story('performance', one)),
        related: all.productions.slice(item.id, item.id + 2).map(s.performance),
        server_time: now(),
      }
    }),
    'GET /api/perform/ticket': call((s, input) => {
      const item = findItem(all.productions, input)
      const tiers = s.tiers(item).map((tier) => ({ ...tier, places_left: 0, state: 'sale_ended' }))
      return {
        performance: s.performance(item),
        order_limit: 6,
        account_limit: 12,
        shows: s.shows(item).map((show) => ({ ...show, tiers })),
        server_time: now(),
      }
    }),
    'GET /api/perform/ticket_query': call((s, input) => {
      const [show_id, tierId] = [readId(input, 'show_id'), readId(input, 'tier_id')]
      const item = all.productions[Math.floor(tierId / 10) - 1]
      const tier = item && s.tiers(item).find(({ id }) => id === tierId)
      if (!tier) throw new Refused(404, 'no such tier')
      return {
        show_id,
        tier: { ...tier, places_left: 0, state: 'sale_ended' },
        server_time: now(),
      }
    }),
    'POST /api/perform/calendar': call((s, input) =>
      month(
        input,
        all.productions.flatMap((item) =>
          s.shows(item).map((show) => ({
            ...s.entry('performance', item, show),
            state: show.state,
          })),
        ),
      ),
    ),
    'GET /api/perform/news_detail': newsDetail('performance'),
    'GET /api/perform/news_list': newsList('performance'),

    'GET /api/artist/config': call((s) => ({
      season: {
        title: s.both('本季的人', 'People of the season'),
        subtitle: s.both('院子里的人', 'People of the yard'),
        summary: s.both('他们都住得不远。', 'None of them lives far away.'),
        hero: s.picture(1),
        artists: all.artists.slice(0, 4).map(s.artist),
      },
      disciplines: groups(GROUPS.disciplines, s),
    })),
    'GET /api/artist/artist_list': call((s, input) =>
      page(
        keep(all.artists, input, 'discipline_id', ({ group }) => group),
        input,
        s.artist,
      ),
    ),
    'GET /api/artist/artist_detail': call((s, input) => {
      const person = findItem(all.artists, input)
      return {
        ...s.artist(person),
        summary: s.summary(person),
        works: [],
        body: s.getText(person.body),
        news: newest('artist', person.id)
          .slice(0, 3)
          .map((item) => s.story('artist', item)),
      }
    }),
    'GET /api/artist/news_detail': newsDetail('artist'),
    'GET /api/artist/news_list': newsList('artist'),
  }
}
