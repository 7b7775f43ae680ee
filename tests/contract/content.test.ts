import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlockSchema } from '#api/blocks.ts'
import { LOCALES } from '#api/language.ts'
import { endpoints, type DataOf, type EndpointKey } from '#api/index.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { readSql, runSql } from '#tests/support/database.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

interface Case {
  key: EndpointKey
  id?: string
  query?: Record<string, string | number>
  body?: unknown
}

const CASES: Case[] = [
  { key: 'GET /api/index/init', id: 'S7.07' },
  { key: 'GET /api/index/banner', id: 'S7.08' },
  { key: 'POST /api/index/calendar', id: 'S7.09' },
  { key: 'GET /api/index/about', id: 'S7.10' },
  { key: 'GET /api/index/business', id: 'S7.11' },
  { key: 'POST /api/course/calendar', id: 'S7.19', body: { month: '2027-05', city_id: 1 } },
  { key: 'POST /api/perform/calendar', id: 'S7.20', body: { month: '2027-05' } },
  { key: 'GET /api/search/recommend', id: 'S7.22' },
  { key: 'GET /api/search/results', id: 'S7.23', query: { q: '茶馆' } },
  { key: 'GET /api/search/morelist', id: 'S7.24', query: { q: '茶馆', kind: 'performance' } },
  { key: 'GET /api/course/index', id: 'S7.31' },
  {
    key: 'GET /api/course/list',
    id: 'S7.32',
    query: { category_id: 1, city_id: 2, state: 'open' },
  },
  { key: 'GET /api/course/detail', id: 'S7.33', query: { id: 1 } },
  { key: 'GET /api/course/calendar', id: 'S7.34', query: { month: '2027-05', city_id: 1 } },
  { key: 'GET /api/course/datelist', id: 'S7.35', query: { id: 1, from: '2027-01-01' } },
  { key: 'GET /api/course/news_detail', id: 'S7.36', query: { id: 1 } },
  { key: 'GET /api/course/news_list' },
  { key: 'GET /api/course/applyinfo', id: 'S7.37', query: { id: 2 } },
  { key: 'GET /api/course/activity_datelist', id: 'S7.38', query: { from: '2027-05-01' } },
  { key: 'GET /api/course/activity_detail', id: 'S7.39', query: { id: 1 } },
  { key: 'GET /api/course/activity_applyinfo', id: 'S7.40', query: { id: 1 } },
  { key: 'GET /api/perform/index', id: 'S7.43' },
  { key: 'GET /api/perform/list', id: 'S7.44', query: { genre_id: 1, city_id: 1, size: 1 } },
  { key: 'GET /api/perform/detail', id: 'S7.45', query: { id: 1 } },
  { key: 'GET /api/perform/ticket', id: 'S7.46', query: { id: 1 } },
  { key: 'GET /api/perform/ticket_query', id: 'S7.47', query: { show_id: 2, tier_id: 1 } },
  { key: 'GET /api/perform/news_detail', id: 'S7.48', query: { id: 1 } },
  { key: 'GET /api/perform/news_list' },
  { key: 'GET /api/artist/config', id: 'S7.49' },
  { key: 'GET /api/artist/artist_list', id: 'S7.50', query: { discipline_id: 2 } },
  { key: 'GET /api/artist/news_list', id: 'S7.51', query: { artist_id: 1 } },
  { key: 'GET /api/artist/artist_detail', id: 'S7.52', query: { id: 1 } },
  { key: 'GET /api/artist/news_detail', id: 'S7.53', query: { id: 1 } },
]

const read = <K extends EndpointKey>(key: K, query = {}, lang: 'zh-cn' | 'en' = 'zh-cn') =>
  api.read(key, { query, lang })
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

describe('content calls', () => {
  test('are all tested', () => {
    const calls = Object.entries(endpoints).filter(
      ([, { method, login }]) => method === 'GET' && login === 'none',
    )
    const tested = CASES.map(({ key }) => key)
    expect(tested).toEqual(expect.arrayContaining(calls.map(([key]) => key)))
  })

  for (const { key, id, query = {}, body = {} } of CASES) {
    const tags = id === undefined ? [] : [id]
    test(`${key} responds according to its schema in both languages`, { tags }, async () => {
      const results = await Promise.all(LOCALES.map((lang) => api.read(key, { query, body, lang })))
      for (const result of results) expect(result).toEqual(expect.any(Object))
    })
  }

  test.each(CASES.filter(({ query }) => query && 'id' in query))(
    '$key responds with 404 to an unknown id',
    async ({ key }) => {
      const { response, envelope } = await api.call(key, { query: { id: 999 }, lang: 'en' })
      expect(response.status).toBe(404)
      expect(envelope).toMatchObject({ code: 404, data: null })
      expect(envelope.msg).toBe('We could not find that')
    },
  )
})

describe('language', () => {
  test('follows the lang header', async () => {
    const chinese = await read('GET /api/index/init')
    const english = await read('GET /api/index/init', {}, 'en')
    expect([chinese.lang, chinese.site.name]).toEqual(['zh-cn', '小剧场'])
    expect([english.lang, english.site.name]).toEqual(['en', 'Little House'])
    expect(english.default_city).toEqual({ id: 1, name: 'Shanghai' })
  })

  test('falls back to the original language of an item and reports it in langs', async () => {
    const chinese = await read('GET /api/artist/artist_detail', { id: 2 }, 'en')
    expect(chinese).toMatchObject({ name: '梅兰', langs: ['zh-cn'] })
    const english = await read('GET /api/perform/detail', { id: 3 })
    expect(english).toMatchObject({ title: 'Thunderstorm', langs: ['en'] })
    expect(english.tiers[0]?.name).toBe('One price')
  })
})

describe('init data', () => {
  test('contain the cities and the default city by id and name', { tags: ['S3.06'] }, async () => {
    const { citys, default_city } = await read('GET /api/index/init')
    expect(citys.length).toBeGreaterThan(0)
    for (const city of citys) {
      expect(city).toEqual({ id: expect.any(Number), name: expect.any(String) })
    }
    expect(citys).toContainEqual(default_city)
  })

  test(
    'contain the site with footer, legal files, title and meta settings',
    { tags: ['S3.07', 'S3.09'] },
    async () => {
      const { site } = await read('GET /api/index/init', {}, 'en')
      expect(site.foot_content.length).toBeGreaterThan(0)
      for (const file of [site.user_agreement_file, site.privacy_policy_file]) {
        expect(file).toMatch(/\.html$/)
      }
      for (const text of [site.seo_title, site.seo_description, site.seo_keywords]) {
        expect(text).not.toBe('')
      }
    },
  )

  test(
    'contain the footer links, the language and the base URL of media',
    { tags: ['S3.08'] },
    async () => {
      const { links, lang, viewurl } = await read('GET /api/index/init', {}, 'en')
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) {
        expect(link).toMatchObject({ label: expect.any(String), href: expect.any(String) })
      }
      expect(lang).toBe('en')
      expect(viewurl).toMatch(/^(?:https?:\/\/|\/).*\/$/)
    },
  )
})

describe('calls marked "query"', () => {
  test('take their input from query parameters', { tags: ['S7.06'] }, async () => {
    const results = await read('GET /api/search/results', { q: '茶馆' })
    expect(results.total).toBeGreaterThan(0)
    const more = await read('GET /api/search/morelist', { q: '茶馆', kind: 'performance' })
    expect(more.total).toBeGreaterThan(0)
    for (const key of [
      'GET /api/search/results',
      'GET /api/search/morelist',
      'GET /api/order/detail',
    ] as const) {
      expect(endpoints[key].method).toBe('GET')
      expect(endpoints[key].query).toBeDefined()
    }
    const { response } = await api.call('GET /api/search/morelist', { query: {} })
    expect(response.status).toBe(400)
  })
})

describe('long-form text', () => {
  test('has every kind of block', { tags: ['S1.07'] }, async () => {
    const { body } = await read('GET /api/index/about')
    if (typeof body === 'string') throw new Error('expected blocks')
    const kinds = BlockSchema.options.map(({ entries }) => entries.type.literal)
    expect(body.map(({ type }) => type)).toEqual(kinds)
    expect(body[1]).toEqual({
      type: 'paragraph',
      content: [
        { type: 'text', text: '1937. 那年冬天，' },
        { type: 'strong', text: '《茶馆》' },
        { type: 'text', text: '的' },
        { type: 'link', text: '门票', href: '/drama/detail?id=1' },
        { type: 'text', text: '是' },
        { type: 'emphasis', text: '一角' },
        { type: 'text', text: '。' },
      ],
    })
    expect(body[5]).toMatchObject({ paragraphs: [{}, {}] })
    expect(body[8]).toMatchObject({
      video: { width: 64, height: 36, duration_s: 2, captions: [{ lang: 'zh-cn' }] },
    })
  })
})

describe('performances', () => {
  test('are grouped by state in the index', async () => {
    const index = await read('GET /api/perform/index')
    expect([ids(index.on_sale), ids(index.coming), ids(index.past)]).toEqual([[1], [2], [3]])
    expect(index.tours.map(({ city, performances }) => [city.name, ids(performances)])).toEqual([
      ['苏州', [1, 2]],
    ])
    // Only the halls and dates there.
    const halls = index.tours.flatMap(({ performances }) =>
      performances.flatMap((one) => one.halls),
    )
    expect(new Set(halls.map(({ name }) => name))).toEqual(new Set(['亭']))
    expect(index.tours[0]?.performances[0]?.run).not.toEqual(index.on_sale[0]?.run)
  })

  test('have a state for each show', async () => {
    const { shows } = await read('GET /api/perform/detail', { id: 1 })
    expect(Object.fromEntries(shows.map(({ id, state }) => [id, state]))).toEqual({
      1: 'sale_ended',
      2: 'on_sale',
      3: 'few_left',
      4: 'sold_out',
      5: 'on_sale',
      6: 'cancelled',
      7: 'moved',
    })
    expect(shows.find(({ id }) => id === 2)).toMatchObject({
      starts_at: '2027-05-14T19:30:00+08:00',
      ends_at: '2027-05-14T22:00:00+08:00',
      places_left: 70,
      price_from_fen: 18050,
    })
  })

  test('change their state with the clock', async () => {
    const later = await openAdminApi({ now: Date.parse('2027-06-01T00:00:00+08:00') })
    try {
      const index = await later.read('GET /api/perform/index')
      expect([ids(index.on_sale), ids(index.past)]).toEqual([[2], [1, 3]])
    } finally {
      await later.close()
    }
  })

  test('do not link to unpublished artists', async () => {
    const detail = await read('GET /api/perform/detail', { id: 1 })
    expect(detail.cast.map(({ artist_id }) => artist_id)).toEqual([2, null])
    expect(ids(detail.artists)).toEqual([2, 1])
  })

  test('are listed by state, city and page', async () => {
    const past = await read('GET /api/perform/list', { state: 'past' })
    expect(ids(past.items)).toEqual([3])
    const second = await read('GET /api/perform/list', { size: 1, page: 2 })
    expect([ids(second.items), second.total]).toEqual([[2], 3])
    const beyond = await read('GET /api/perform/list', { page: 999999 })
    expect([beyond.items, beyond.total]).toEqual([[], 3])
  })

  test('play in a city only with shows that take place', async () => {
    const changed = await openAdminApi()
    try {
      const readCity = async () => {
        const { tours } = await changed.read('GET /api/perform/index')
        const { items } = await changed.read('GET /api/perform/list', { query: { city_id: 2 } })
        return [ids(tours[0]?.performances ?? []), ids(items)]
      }
      expect(await readCity()).toEqual([
        [1, 2],
        [1, 2],
      ])
      await runSql(changed.db, sql`UPDATE show SET cancelled = 1 WHERE id = 5`)
      expect(await readCity()).toEqual([[2], [2]])
      await runSql(changed.db, sql`UPDATE show SET moved = 1 WHERE id = 8`)
      expect(await readCity()).toEqual([[], []])
    } finally {
      await changed.close()
    }
  })

  test('have places left per tier for buying', async () => {
    const { shows } = await read('GET /api/perform/ticket', { id: 1 })
    expect(ids(shows)).toEqual([2, 3, 4, 5, 6, 7])
    expect(shows[1]?.tiers).toMatchObject([
      { id: 1, places_left: 0, state: 'sold_out', price_fen: 38000 },
      { id: 2, places_left: 5, state: 'few_left', member_price_fen: 16245 },
    ])
    const one = await read('GET /api/perform/ticket_query', { show_id: 2, tier_id: 2 })
    expect(one.tier).toMatchObject({ places_left: 30, state: 'on_sale' })
    const wrong = await api.call('GET /api/perform/ticket_query', {
      query: { show_id: 8, tier_id: 1 },
    })
    expect(wrong.envelope.code).toBe(404)
  })
})

describe('courses', () => {
  test('have a state for each date and the next date', async () => {
    const detail = await read('GET /api/course/detail', { id: 1 })
    expect(detail.dates.map(({ state }) => state)).toEqual([
      'ended',
      'full',
      'few_left',
      'open',
      'cancelled',
    ])
    expect(detail.next_date).toMatchObject({ id: 2, course: { id: 1, name: '身段入门' } })
  })

  test('are sold out when every upcoming date is full', { tags: ['S4.20'] }, async () => {
    const changed = await openAdminApi()
    try {
      await runSql(changed.db, sql`UPDATE course_date SET booked = places WHERE course_id = 1`)
      const { items } = await changed.read('GET /api/course/list', { query: { state: 'sold_out' } })
      expect(ids(items)).toEqual([1])
    } finally {
      await changed.close()
    }
  })

  test('are in a city only with dates that take place', async () => {
    const changed = await openAdminApi()
    try {
      const list = async () =>
        ids((await changed.read('GET /api/course/list', { query: { city_id: 2 } })).items)
      expect(await list()).toEqual([1])
      await runSql(changed.db, sql`UPDATE course_date SET cancelled = 1 WHERE hall_id = 3`)
      expect(await list()).toEqual([])
    } finally {
      await changed.close()
    }
  })

  test('list their dates from a given day, by default today', async () => {
    const coming = await read('GET /api/course/datelist', { id: 1 })
    expect([ids(coming.items), coming.total]).toEqual([[2, 3, 4, 5], 4])
    const all = await read('GET /api/course/datelist', { from: '2027-01-01', size: 2 })
    expect([ids(all.items), all.total]).toEqual([[1, 2], 6])
  })

  test('accept applications only if their admission is by application', async () => {
    const info = await read('GET /api/course/applyinfo', { id: 2 })
    expect(info).toMatchObject({ state: 'open', applied: null, max_words: 200 })
    expect(info.heard_from).toHaveLength(5)
    const booked = await api.call('GET /api/course/applyinfo', { query: { id: 1 } })
    expect(booked.envelope.code).toBe(404)
  })
})

describe('activities', () => {
  const states = async (now: string) => {
    api.clock.now = Date.parse(now)
    const list = await read('GET /api/course/activity_datelist', { from: '2027-01-01' })
    return Object.fromEntries(list.items.map(({ activity }) => [activity.id, activity.state]))
  }
  afterAll(() => {
    api.clock.now = Date.parse('2027-05-05T12:00:00+08:00')
  })

  test(
    'are not started, open, full, closed for applications or ended',
    { tags: ['S4.17', 'S4.18', 'S4.19'] },
    async () => {
      expect(await states('2027-04-01T00:00:00+08:00')).toEqual({
        1: 'not_started',
        2: 'not_started',
      })
      expect(await states('2027-05-05T12:00:00+08:00')).toEqual({ 1: 'open', 2: 'full' })
      expect(await states('2027-05-12T00:00:00+08:00')).toEqual({
        1: 'open',
        2: 'applications_closed',
      })
      expect(await states('2027-05-14T18:00:00+08:00')).toEqual({
        1: 'applications_closed',
        2: 'ended',
      })
    },
  )
})

describe('calendars', () => {
  test('show the month in venue time, and filter by city', async () => {
    const course = await read('GET /api/course/calendar', { month: '2027-05' })
    expect(course.entries.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'course 2',
      'activity 3',
      'activity 1',
      'activity 2',
      'course 3',
      'course 4',
    ])
    const suzhou = await api.read('POST /api/course/calendar', {
      body: { month: '2027-05', city_id: 2 },
    })
    expect(ids(suzhou.entries)).toEqual([4])
    const perform: DataOf<'POST /api/perform/calendar'> = await api.read(
      'POST /api/perform/calendar',
      {},
    )
    expect([perform.month, ids(perform.entries)]).toEqual(['2027-05', [1, 2, 3, 4, 5, 6, 7]])
  })
})

describe('news', () => {
  test('are listed newest first, and not before their publication time', async () => {
    const list = await read('GET /api/artist/news_list')
    expect([ids(list.items), list.total]).toEqual([[2, 1], 2])
    const early = await api.call('GET /api/artist/news_detail', { query: { id: 3 } })
    expect(early.envelope.code).toBe(404)
  })

  test('link to the previous and next article and to their subject', async () => {
    const detail = await read('GET /api/artist/news_detail', { id: 1 }, 'en')
    expect(detail).toMatchObject({
      older: null,
      newer: { id: 2, title: 'News 2' },
      subject: { id: 1, name: 'Lao She' },
    })
  })
})

describe('unpublished item', () => {
  test('is not found and not listed', async () => {
    const detail = await api.call('GET /api/artist/artist_detail', { query: { id: 3 } })
    expect(detail.envelope.code).toBe(404)
    expect(ids((await read('GET /api/artist/artist_list')).items)).toEqual([1, 2])
  })
})

describe('database reads', () => {
  test('take the same number of queries for any number of items', async () => {
    const count = async (size: number) => {
      const before = api.queries.length
      await read('GET /api/perform/list', { size })
      return api.queries.length - before
    }
    expect(await count(1)).toBe(await count(100))
  })

  test('scan small tables only', async ({ skip }) => {
    skip(api.address.kind === 'server', 'the plan of another engine')
    const plans: { detail?: unknown }[] = []
    for (const text of new Set(api.queries)) {
      plans.push(...(await readSql(api.db, sql.raw(`EXPLAIN QUERY PLAN ${text}`))))
    }
    const scans = new Set(
      plans.map(({ detail }) => /^SCAN "?(\w+)/.exec(String(detail))?.[1] ?? ''),
    )
    expect(scans.size).toBeGreaterThan(1)
    // News and texts grow without limit; dated rows are read for all items of a kind at once.
    for (const table of ['news', 'content_text', 'text', 'subject', 'media', 'page']) {
      expect(scans).not.toContain(table)
    }
  })
})
