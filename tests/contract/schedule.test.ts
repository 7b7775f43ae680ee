import { sql } from 'kysely'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointKey } from '#api/index.ts'
import { editContent } from '#scripts/admin-api/content/edit-content.ts'
import { createSchedule } from '#scripts/admin-api/content/schedule.ts'
import type { SourceKind } from '#scripts/admin-api/content/format.ts'
import { takeLock } from '#scripts/admin-api/db/locks.ts'
import { findStored } from '#scripts/admin-api/content/stored-sources.ts'
import { formatTime } from '#scripts/admin-api/venue-time.ts'
import {
  copyFixture,
  editFile,
  FIRST_START,
  openAdminApi,
  type TestAdminApi,
} from '#tests/support/admin-api.ts'
import { readNumber, readRow, readSql, runSql } from '#tests/support/database.ts'

const HOUR = 3_600_000
const PUBLISH = FIRST_START + HOUR
const EXPIRE = FIRST_START + 2 * HOUR

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

/** Sets fields like the staff command. */
async function set(kind: SourceKind, id: string, fields: Record<string, unknown>): Promise<void> {
  const source = await findStored(api.db.query, kind, id)
  if (!source) throw new Error(`no ${kind} ${id}`)
  const changes = Object.entries(fields).map(([path, value]) => ({ path: path.split('.'), value }))
  await api.db.transaction((trx) => editContent(trx, source, changes, api.clock.now))
}

/** Items that the site will be notified of. */
async function readOutbox(): Promise<string[]> {
  const row = await readRow(
    api.db,
    sql`SELECT changes FROM content_delivery WHERE state = 'waiting'`,
  )
  const changes = JSON.parse(String(row?.['changes'] ?? '[]')) as { kind: string; id: number }[]
  return changes.map(({ kind, id }) => `${kind} ${id}`)
}
const emptyOutbox = async () => await runSql(api.db, sql`DELETE FROM content_delivery`)

interface Subject {
  kind: SourceKind
  id: string
  list: EndpointKey
  detail?: EndpointKey
  /** A search query that finds it. */
  title?: string
}
const SUBJECTS: Subject[] = [
  {
    kind: 'performances',
    id: '2',
    list: 'GET /api/perform/list',
    detail: 'GET /api/perform/detail',
    title: '牡丹亭',
  },
  { kind: 'courses', id: '1', list: 'GET /api/course/list', detail: 'GET /api/course/detail' },
  {
    kind: 'activities',
    id: '1',
    list: 'GET /api/course/activity_datelist',
    detail: 'GET /api/course/activity_detail',
  },
  {
    kind: 'artists',
    id: '2',
    list: 'GET /api/artist/artist_list',
    detail: 'GET /api/artist/artist_detail',
  },
  {
    kind: 'artist-news',
    id: '2',
    list: 'GET /api/artist/news_list',
    detail: 'GET /api/artist/news_detail',
  },
  {
    kind: 'course-news',
    id: '2',
    list: 'GET /api/course/news_list',
    detail: 'GET /api/course/news_detail',
  },
  {
    kind: 'performance-news',
    id: '2',
    list: 'GET /api/perform/news_list',
    detail: 'GET /api/perform/news_detail',
  },
  { kind: 'business-cases', id: '1', list: 'GET /api/index/business' },
]

/** Where the item is publicly visible now: list, detail, search. */
async function findPlaces({ id, list, detail, title }: Subject): Promise<string[]> {
  const places: string[] = []
  const { envelope } = await api.call(list)
  const items = Object.values(envelope.data as Record<string, unknown>)
    .filter((value) => Array.isArray(value))
    .flat() as { id?: number; activity?: { id: number } }[]
  if (items.some((item) => (item.activity ?? item).id === Number(id))) places.push('list')
  if (detail && (await api.call(detail, { query: { id } })).envelope.code === 200) {
    places.push('detail')
  }
  if (title === undefined) return places
  const { groups } = await api.read('GET /api/search/results', { query: { q: title } })
  const isFound = groups.some(({ items: found }) => found.some((one) => one.id === Number(id)))
  return isFound ? [...places, 'search'] : places
}

describe.each(SUBJECTS)('publication period of $kind', (subject) => {
  const { kind, id } = subject

  test('lasts from published_at until expires_at, even if the clock is set back', async () => {
    const { detail, title } = subject
    const everywhere = ['list', ...(detail ? ['detail'] : []), ...(title ? ['search'] : [])]
    expect(await findPlaces(subject)).toEqual(everywhere)
    await set(kind, id, { published_at: formatTime(PUBLISH), expires_at: formatTime(EXPIRE) })
    for (const [time, places] of [
      [FIRST_START, []],
      [PUBLISH - 1, []],
      [PUBLISH, everywhere],
      [EXPIRE - 1, everywhere],
      [EXPIRE, []],
      // The clock is set back, and then far ahead.
      [PUBLISH, everywhere],
      [FIRST_START, []],
      [EXPIRE + 1000 * HOUR, []],
    ] as const) {
      api.clock.now = time
      expect([time - FIRST_START, await findPlaces(subject)]).toEqual([time - FIRST_START, places])
    }
  })

  test('does not apply to drafts, which are never public', async () => {
    await set(kind, id, { draft: true, published_at: formatTime(PUBLISH) })
    for (const time of [FIRST_START, PUBLISH, EXPIRE]) {
      api.clock.now = time
      expect(await findPlaces(subject)).toEqual([])
    }
  })

  test('is rejected if expires_at is before published_at', async () => {
    const fields = { published_at: formatTime(EXPIRE), expires_at: formatTime(PUBLISH) }
    await expect(set(kind, id, fields)).rejects.toThrow('This time must be after published_at.')
  })
})

test('banners are public within their publication period', async () => {
  const count = async () => (await api.read('GET /api/index/banner')).banners.length
  const all = await count()
  await set('pages', 'banners', {
    'banners.1.published_at': formatTime(PUBLISH),
    'banners.1.expires_at': formatTime(EXPIRE),
  })
  const counts: number[] = []
  for (const time of [FIRST_START, PUBLISH, EXPIRE]) {
    api.clock.now = time
    counts.push(await count())
  }
  expect(counts).toEqual([all - 1, all, all - 1])
})

test('references to an item become links at its publication time', async () => {
  const readLinks = async () => {
    const { creatives, artists } = await api.read('GET /api/perform/detail', { query: { id: 1 } })
    return [creatives.some(({ artist_id }) => artist_id === 1), artists.some((one) => one.id === 1)]
  }
  expect(await readLinks()).toEqual([true, true])
  await set('artists', '1', { published_at: formatTime(PUBLISH) })
  expect(await readLinks()).toEqual([false, false])
  api.clock.now = PUBLISH
  expect(await readLinks()).toEqual([true, true])
})

describe('content schedule', () => {
  /** Applies the schedule like a process that has just started. */
  const applySchedule = async (now: number) =>
    (await createSchedule(api.db, api.deps.logger)).apply(now)
  /** Moves the clock and applies the schedule, like the running API. */
  const moveClock = async (now: number) => {
    api.clock.now = now
    await api.deps.schedule.apply(now)
  }
  const readNext = async () => {
    const response = await api.app.request('/readyz')
    const { next_change_at } = (await response.json()) as { next_change_at: string | null }
    return next_change_at
  }

  test('the time of the next change is in the response of /readyz', async () => {
    await set('artists', '1', { published_at: formatTime(FIRST_START + 1000) })
    expect(await readNext()).toBe(formatTime(FIRST_START + 1000))
    api.clock.now = FIRST_START + 1000
    expect(Date.parse((await readNext()) ?? '')).toBeGreaterThan(FIRST_START + 1000)
    api.clock.now = FIRST_START + 100_000 * HOUR
    expect(await readNext()).toBeNull()
  })

  test('the site is notified once of each item whose state changed', async () => {
    const sale = await readNumber(api.db, sql`SELECT sale_starts_at FROM performance WHERE id = 2`)
    const start = await readNumber(
      api.db,
      sql`SELECT min(starts_at) FROM show WHERE performance_id = 2`,
    )
    for (const moment of [sale, start]) {
      await moveClock(moment - 1)
      await emptyOutbox()
      await moveClock(moment)
      expect(await readOutbox()).toContain('performances 2')
      await emptyOutbox()
      await moveClock(moment + 1)
      expect(await readOutbox()).not.toContain('performances 2')
      // When the clock is set back, the previous state applies again.
      await moveClock(moment - 1)
      expect(await readOutbox()).toContain('performances 2')
    }
  })

  test('changes that were due while the API was down are applied at the next start', async () => {
    await set('artists', '1', { published_at: formatTime(PUBLISH), expires_at: formatTime(EXPIRE) })
    await emptyOutbox()
    await applySchedule(PUBLISH)
    expect(await readOutbox()).toContain('artists 1')
    const isShown = async () =>
      (await readRow(api.db, sql`SELECT published FROM artist WHERE id = 1`))?.['published']
    expect(await isShown()).toBe(1)
    await applySchedule(EXPIRE + HOUR)
    expect(await isShown()).toBe(0)
    await emptyOutbox()
    await applySchedule(EXPIRE + HOUR)
    expect(await readOutbox()).toEqual([])
  })

  test('a change that is due during an import is not lost', async () => {
    const root = copyFixture(api.dataDir)
    const file = join(root, 'artists/lao-she.yaml')
    editFile(file, /^id: 1\n/m, `id: 1\npublished_at: '${formatTime(PUBLISH)}'\n`)
    await api.importFrom(root)
    // The import begins just before, and the schedule is applied before it ends.
    const times = [PUBLISH - 1]
    await moveClock(PUBLISH)
    await api.importFrom(root, () => times.pop() ?? PUBLISH)
    const { items } = await api.read('GET /api/artist/artist_list')
    expect(items.map(({ id }) => id)).toContain(1)
  })

  test('content that was edited while the clock was ahead follows the corrected clock', async () => {
    await moveClock(EXPIRE)
    await set('artists', '1', { published_at: formatTime(PUBLISH) })
    await moveClock(FIRST_START)
    const { items } = await api.read('GET /api/artist/artist_list')
    expect(items.map(({ id }) => id)).not.toContain(1)
  })

  test('a change due while the server was down is applied, also if the clock was ahead before', async () => {
    await set('artists', '2', { published_at: formatTime(PUBLISH) })
    await moveClock(PUBLISH + 4 * HOUR)
    await moveClock(EXPIRE)
    await set('artists', '1', { expires_at: formatTime(EXPIRE + HOUR) })
    await applySchedule(PUBLISH + 5 * HOUR)
    expect(await readRow(api.db, sql`SELECT published FROM artist WHERE id = 1`)).toEqual({
      published: 0,
    })
  })

  test('calls do not wait for an import that another process runs', async (context) => {
    context.skip(api.address.kind === 'file', 'a file database has one process')
    await set('artists', '1', { published_at: formatTime(PUBLISH) })
    const [locked, imported] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const importing = api.db.transaction(async (trx) => {
      await takeLock(trx, 'content')
      locked.resolve()
      await imported.promise
    })
    await locked.promise
    api.clock.now = PUBLISH
    const listArtists = async () =>
      (await api.read('GET /api/artist/artist_list')).items.map(({ id }) => id)
    const during = await listArtists().finally(imported.resolve)
    await importing
    expect(during).not.toContain(1)
    expect(await listArtists()).toContain(1)
  })

  test('the schedule is applied to all content of a database filled by an older version', async () => {
    await set('artists', '1', { published_at: formatTime(PUBLISH) })
    await runSql(api.db, sql`DELETE FROM setting WHERE key = 'moments_applied'`)
    await runSql(api.db, sql`DELETE FROM content_moment`)
    await runSql(api.db, sql`UPDATE content_source SET hash = 'older', published = 1`)
    await runSql(api.db, sql`UPDATE artist SET published = 1`)
    await applySchedule(FIRST_START)
    expect(await api.deps.schedule.findNext(FIRST_START)).not.toBeNull()
    expect(await readRow(api.db, sql`SELECT published FROM artist WHERE id = 1`)).toEqual({
      published: 0,
    })
  })

  test('an item whose stored form is unknown stays unchanged, and the others are updated', async () => {
    await set('artists', '1', { published_at: formatTime(PUBLISH) })
    await set('artists', '2', { published_at: formatTime(PUBLISH) })
    await runSql(
      api.db,
      sql`UPDATE content_source SET data = replace(data, '"id":1,', '"id":1,"future_field":1,')
          WHERE kind = 'artists' AND id = 1`,
    )
    await moveClock(PUBLISH)
    const rows = await readSql(
      api.db,
      sql`SELECT id, published FROM artist WHERE id < 3 ORDER BY id`,
    )
    expect(rows.map((row) => row['published'])).toEqual([0, 1])
    expect(api.logs.join()).toContain('scheduled change of stored content failed')
  })
})
