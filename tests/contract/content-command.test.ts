import { sql } from 'kysely'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyFixture, editFile, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import { readRow, readSql } from '#tests/support/database.ts'

let api: TestAdminApi
let root: string
beforeEach(async () => {
  api = await openAdminApi()
  root = copyFixture(api.dataDir)
})
afterEach(() => api.close())

/** Runs a staff command. @returns its output */
const run = (words: string[]) => runStaffLine(api, words)
const set = (kind: string, id: string, field: string, value: string, lang?: string) =>
  run(['content', 'set', kind, id, field, value, ...(lang === undefined ? [] : ['--lang', lang])])

const edit = (file: string, from: RegExp, to: string): void => editFile(join(root, file), from, to)
const importAgain = () => run(['content', 'import', root])

/** Changes waiting to be sent to the site. */
async function readOutbox() {
  const row = await readRow(api.db, sql`SELECT * FROM content_delivery WHERE state = 'waiting'`)
  return row ? (JSON.parse(String(row['changes'])) as unknown) : null
}
const readVersion = async () =>
  (await readRow(api.db, sql`SELECT value FROM setting WHERE key = 'content_version'`))?.['value']
const readTitle = async (lang: 'zh-cn' | 'en' = 'zh-cn') =>
  (await api.read('GET /api/perform/detail', { query: { id: 2 }, lang })).title

const REFUSED: [string[], string][] = [
  [['performances', '2', 'genre', 'opera'], 'genre: There is no genre "opera"'],
  [['performances', '2', 'duration_min', 'long'], 'duration_min: Expected a number; found "long"'],
  [['performances', '2', 'titel', 'x'], 'titel: There is no field "titel". Write "title".'],
  [['performances', '2', 'title', 'x'], 'add --lang'],
  [['performances', '2', 'id', '3'], 'ids and slugs never change'],
  [['performances', '2', 'poster.file', 'pictures/none.svg'], 'pictures/none.svg was never'],
  [
    ['performances', '2', 'shows.99.hall', 'pavilion'],
    'entries of shows are addressed by their ids, ',
  ],
  [['performances', '2', 'sale_starts', "'-9w mon 10:00'"], 'sale_starts'],
  [['courses', '1', 'dates.1.booked', '999'], 'More are booked than there are places'],
  [['performances', '99', 'title', 'x'], 'There is no performance "99"'],
  [['performances', 'peny', 'title', 'x'], 'There is no performance "peny": did you mean "peony"?'],
  [['operas', '1', 'title', 'x'], 'Allowed choices are pages'],
  [['pages', 'site', 'user_agreement_file.en', 'none.html'], 'files/none.html was never'],
  [['pages', 'about', '__proto__.x', 'y'], 'there is no such field'],
]

describe('content import', () => {
  test('lists the changed items by kind and number, and notifies the site', async () => {
    edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
    rmSync(join(root, 'artist-news/news-1.yaml'))
    cpSync(join(root, 'course-news/news-2.yaml'), join(root, 'course-news/news-9.yaml'))
    edit('course-news/news-9.yaml', /id: 2/, 'id: 9')
    expect((await importAgain()).split('\n').slice(-5)).toEqual([
      'changed  performances 2 (peony)',
      'added    course-news 9 (news-9)',
      'removed  artist-news 1 (news-1)',
      `${root} is imported.`,
      expect.stringContaining('No server is running'),
    ])
    expect(await readOutbox()).toEqual([
      { kind: 'performances', id: 2, action: 'changed' },
      { kind: 'course-news', id: 9, action: 'changed' },
      { kind: 'artist-news', id: 1, action: 'removed' },
    ])
  })

  test('reports that nothing changed, and does not notify the site', async () => {
    const before = await readVersion()
    expect(await importAgain()).toContain('Nothing changed')
    expect([await readOutbox(), await readVersion()]).toEqual([null, before])
  })

  test('marks items that name a hidden artist as changed', async () => {
    expect(await run(['content', 'unpublish', 'artists', 'lao-she'])).toMatch(
      /hidden artists 1 \(lao-she\)\n(.+\n)*changed {2}performances 1 \(teahouse\)/,
    )
    const [before, version] = [await readOutbox(), await readVersion()]
    // Importing the whole folder gives the same result.
    await importAgain()
    expect([await readOutbox(), await readVersion()]).toEqual([before, version])
  })
})

describe('content set', () => {
  test('changes one field in one language, updates search and queues a notification', async () => {
    expect(await set('performances', '2', 'title', 'The Return', 'en')).toBe(
      'changed  performances 2 (peony)',
    )
    expect([await readTitle(), await readTitle('en')]).toEqual(['牡丹亭', 'The Return'])
    const results = await api.read('GET /api/search/results', { query: { q: 'return' } })
    expect(results.total).toBe(1)
    expect(await readOutbox()).toEqual([{ kind: 'performances', id: 2, action: 'changed' }])
    const audit = await readRow(
      api.db,
      sql`SELECT data FROM audit_log WHERE action = 'content set'`,
    )
    expect(audit?.['data']).toContain('"field":"title.en"')
  })

  test('unset restores the value of the folder', async () => {
    const unset = (...words: string[]) => run(['content', 'unset', 'performances', '2', ...words])
    await set('performances', '2', 'title', 'The Return', 'en')
    await expect(unset('subtitle')).rejects.toThrow(
      'subtitle has no staff edit: edited fields are title.en',
    )
    expect(await unset('title', '--lang', 'en')).toBe('changed  performances 2 (peony)')
    expect(await readTitle('en')).not.toBe('The Return')
    expect(await importAgain()).toContain('Nothing changed')
    await expect(unset('title.en')).rejects.toThrow('title.en has no staff edit')
  })

  test('unset removes a field that the folder does not have', async () => {
    await set('performances', '2', 'expires_at', '2030-01-01T00:00:00+08:00')
    await run(['content', 'unset', 'performances', '2', 'expires_at'])
    expect(await run(['content', 'list', 'performances'])).not.toContain('expires_at')
  })

  test('unset removes a text with its field if the folder has neither', async () => {
    const readNote = async () => {
      const { shows } = await api.read('GET /api/perform/detail', { query: { id: 1 } })
      return shows.find(({ id }) => id === 2)?.note
    }
    const unset = (...words: string[]) => run(['content', 'unset', 'performances', '1', ...words])
    await set('performances', '1', 'shows.2.note', '加演', 'zh-cn')
    await unset('shows.2.note', '--lang', 'zh-cn')
    expect(await readNote()).toBeNull()
    expect(await importAgain()).toContain('Nothing changed')
  })

  test('refuses entries without an id, which would get the id 0', async () => {
    const show = "{ hall: pavilion, starts: '+3w sat 19:00', stock: [10], sold: [0] }"
    await expect(set('performances', '2', 'shows', `[${show}]`)).rejects.toThrow(
      'shows.0.id: An entry has no id',
    )
  })

  test('keeps the entries of the site that other files refer to', async () => {
    const [drama, kunqu] = [
      '{ id: 1, slug: drama, name: { en: Drama } }',
      '{ id: 2, slug: kunqu, name: { en: Kunqu } }',
    ]
    const opera = '{ id: 3, slug: opera, name: { en: Opera } }'
    const setGenres = (...genres: string[]) =>
      set('pages', 'site', 'genres', `[${genres.join(', ')}]`)
    const reason = 'performances/peony.yaml: genre: The genre "kunqu" with the id 2 must stay'
    await expect(setGenres(drama)).rejects.toThrow(reason)
    await expect(setGenres(drama, kunqu.replace('2', '3'))).rejects.toThrow(reason)
    expect(await setGenres(drama, kunqu, opera)).toContain('changed  pages 1 (site)')
    expect(await run(['content', 'unset', 'pages', 'site', 'genres'])).toContain('changed')
  })

  test('reports that an item became a draft or public again', async () => {
    expect(await set('artist-news', '1', 'draft', 'true')).toBe(
      'hidden as a draft artist-news 1 (news-1)',
    )
    expect(await set('artist-news', '1', 'draft', 'false')).toBe(
      'public again artist-news 1 (news-1)',
    )
  })

  test('sets numbers, list entries by number, and texts by path', async () => {
    await set('performances', 'peony', 'duration_min', '171')
    await set('performances', 'teahouse', 'shows.2.note', '加演', 'zh-cn')
    await set('pages', 'about', 'body.0.text', 'Another beginning', 'en')
    const { duration_min } = await api.read('GET /api/perform/detail', { query: { id: 2 } })
    const { shows } = await api.read('GET /api/perform/detail', { query: { id: 1 } })
    const about = await api.read('GET /api/index/about', { lang: 'en' })
    expect(duration_min).toBe(171)
    expect(shows.find(({ id }) => id === 2)?.note).toBe('加演')
    expect(JSON.stringify(about.body[0])).toContain('Another beginning')
  })

  test('finds a picture that was imported under two names', async () => {
    const pictures = join(root, 'media/pictures')
    cpSync(join(pictures, 'red.svg'), join(pictures, 'copy.svg'))
    edit('performances/peony.yaml', /file: [^,}\s]+/, 'file: pictures/copy.svg')
    await importAgain()
    for (const file of ['pictures/copy.svg', 'pictures/red.svg']) {
      expect(await set('performances', '3', 'poster.file', file)).toContain('changed')
    }
  })

  test('moves relative times to another time zone of the venue', async () => {
    const readStarts = async () =>
      (await api.read('GET /api/perform/detail', { query: { id: 2 } })).shows[0]?.starts_at
    expect(await readStarts()).toMatch(/T19:00:00\+08:00$/)
    await set('pages', 'site', 'time_zone', 'Europe/London')
    expect(await readStarts()).toMatch(/T19:00:00\+01:00$/)
    await run(['content', 'unset', 'pages', 'site', 'time_zone'])
    expect(await readStarts()).toMatch(/T19:00:00\+08:00$/)
    expect(await importAgain()).toContain('Nothing changed')
  })

  test('hides the items of a section that the site no longer has', async () => {
    const countCourses = async () => (await api.read('GET /api/course/list')).total
    const before = await countCourses()
    await set('pages', 'site', 'sections', '[performances, about]')
    expect(await countCourses()).toBe(0)
    expect(await importAgain()).toContain('Nothing changed')
    await run(['content', 'unset', 'pages', 'site', 'sections'])
    expect(await countCourses()).toBe(before)
  })

  test('rejects invalid values with a reason and changes nothing', async () => {
    const before = await readVersion()
    for (const [words, reason] of REFUSED) {
      await expect(run(['content', 'set', ...words])).rejects.toThrow(reason)
    }
    expect([await readOutbox(), await readVersion()]).toEqual([null, before])
  })

  test('overrides imports until the folder changes that field', async () => {
    await set('performances', '2', 'title', '还魂记', 'zh-cn')
    expect(await importAgain()).toContain(
      'Nothing changed\nstaff edit kept: performances 2 (peony) title.zh-cn',
    )
    edit('performances/peony.yaml', /duration_min: \d+/, 'duration_min: 99')
    await importAgain()
    expect(await readTitle()).toBe('还魂记')
    edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 牡丹亭 上本,')
    expect(await importAgain()).toContain(
      'staff edit replaced by the folder: performances 2 (peony)',
    )
    expect(await readTitle()).toBe('牡丹亭 上本')
    expect(await run(['content', 'list', 'performances'])).not.toContain('staff edit')
  })

  test('is kept by an import for every item of a kind', async () => {
    await set('performances', '1', 'title', '茶馆 新排', 'zh-cn')
    await set('performances', '2', 'title', '还魂记', 'zh-cn')
    edit('performances/peony.yaml', /duration_min: \d+/, 'duration_min: 99')
    const output = await importAgain()
    expect(output.match(/staff edit kept: performances \d/g)).toHaveLength(2)
    const first = await api.read('GET /api/perform/detail', { query: { id: 1 } })
    expect([first.title, await readTitle()]).toEqual(['茶馆 新排', '还魂记'])
  })

  test('reports the edits of an item whose file was removed', async () => {
    await set('artist-news', '1', 'title', 'Edited', 'en')
    rmSync(join(root, 'artist-news/news-1.yaml'))
    expect(await importAgain()).toContain(
      'staff edit replaced by the folder: artist-news 1 (news-1) title.en',
    )
  })

  test('drops the edit when the folder catches up or its value is set again', async () => {
    await set('performances', '2', 'title', '还魂记', 'zh-cn')
    const list = () => run(['content', 'list', 'performances'])
    expect(await list()).toContain('staff edit: performances 2 (peony) title.zh-cn')
    await set('performances', '2', 'title', '牡丹亭', 'zh-cn')
    expect(await list()).not.toContain('staff edit')
    await set('performances', '2', 'title', '还魂记', 'zh-cn')
    edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
    expect(await importAgain()).not.toContain('staff edit')
    expect(await list()).not.toContain('staff edit')
  })

  test('overrides imports also if a field within it or around it was edited before', async () => {
    const setStock = (value: string) => set('performances', '1', 'shows.2.stock', value)
    /** Imports again, which must not change what staff have set. */
    const readAfterImport = async () => {
      expect(await importAgain()).toContain('Nothing changed')
      const tiers = await readSql(
        api.db,
        sql`SELECT stock FROM show_tier WHERE show_id = 2 ORDER BY tier_id`,
      )
      return tiers.map(({ stock }) => stock)
    }
    await run(['stock', 'set', '2', '1', '70'])
    await setStock('[60, 40]')
    expect(await readAfterImport()).toEqual([60, 40])
    await run(['stock', 'set', '2', '1', '55'])
    expect(await readAfterImport()).toEqual([55, 40])
    await run(['stock', 'set', '2', '1', '50'])
    expect(await readAfterImport()).toEqual([50, 40])
    await setStock('[50, 50]')
    expect(await readAfterImport()).toEqual([50, 50])
    expect(await run(['content', 'list', 'performances'])).not.toContain('staff edit')
  })

  test('makes an import fail if the edit no longer fits the folder', async () => {
    await set('courses', 'first-steps', 'dates.3.booked', '11')
    const before = await readVersion()
    edit('courses/first-steps.yaml', /places: 12/g, 'places: 10')
    await expect(importAgain()).rejects.toThrow('More are booked than there are places')
    expect(await readVersion()).toBe(before)
  })
})

describe('content unpublish', () => {
  test('hides an item until it is published again', async () => {
    const status = async () =>
      (await api.call('GET /api/perform/detail', { query: { id: 2 } })).envelope.code
    expect(await run(['content', 'unpublish', 'performances', '2'])).toMatch(/^hidden perf/)
    expect(await status()).toBe(404)
    expect(await run(['content', 'list', 'performances'])).toContain('2  hidden  peony')
    await importAgain()
    expect(await status()).toBe(404)
    expect(await run(['content', 'publish', 'performances', '2'])).toMatch(/^public again perf/)
    expect(await status()).toBe(200)
    expect(await run(['content', 'publish', 'performances', '2'])).toBe('Nothing changed')
    await expect(run(['content', 'unpublish', 'pages', 'about'])).rejects.toThrow('always')
  })
})

describe('staff changes to shows', () => {
  test('are saved, queue a notification, and survive an import', async () => {
    await run(['shows', 'cancel', '5', '--yes'])
    await run(['stock', 'set', '2', '1', '70'])
    expect(await readOutbox()).toEqual([{ kind: 'performances', id: 1, action: 'changed' }])
    edit('performances/teahouse.yaml', /duration_min: \d+/, 'duration_min: 99')
    expect(await importAgain()).toContain('performances 1 (teahouse) shows.5.cancelled')
    const show = await readRow(api.db, sql`SELECT cancelled FROM show WHERE id = 5`)
    const tier = await readRow(
      api.db,
      sql`SELECT stock FROM show_tier WHERE show_id = 2 AND tier_id = 1`,
    )
    expect([show, tier]).toEqual([{ cancelled: 1 }, { stock: 70 }])
  })
})
