import { sql } from 'kysely'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ContentError } from '#scripts/admin-api/content/faults.ts'
import { importContent } from '#scripts/admin-api/content/import-content.ts'
import { copyFixture, createTemporaryFolder, openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { readSql, runSql } from '#tests/support/database.ts'

/** Runs with a copy of the fixture and an API that serves it. */
async function withContent(
  run: (api: TestAdminApi, root: string, edit: Edit) => Promise<void>,
): Promise<void> {
  using folder = createTemporaryFolder()
  const root = copyFixture(folder.path)
  const api = await openAdminApi({ content: root })
  const edit: Edit = (file, from, to) => {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    if (!from.test(text)) throw new Error(`${file} does not hold ${from}`)
    writeFileSync(path, text.replace(from, to))
  }
  try {
    await run(api, root, edit)
  } finally {
    await api.close()
  }
}
type Edit = (file: string, from: RegExp, to: string) => void

const dump = ({ db }: TestAdminApi) =>
  Promise.all(
    ['show', 'show_tier', 'course_date', 'content_text', 'page', 'search_doc', 'media'].map(
      (table) => readSql(db, sql`SELECT * FROM ${sql.table(table)} ORDER BY 1, 2`),
    ),
  )

async function catchFaults(run: Promise<unknown>): Promise<string[]> {
  const error = await run.catch((cause: unknown) => cause)
  if (error instanceof ContentError) return error.faults
  throw new Error('expected faults', { cause: error })
}
const readFaults = (api: TestAdminApi, root: string) => catchFaults(api.importFrom(root))

describe('content import', () => {
  test('changes nothing when nothing changed', () =>
    withContent(async (api, root) => {
      const before = await dump(api)
      await api.importFrom(root)
      expect(await dump(api)).toEqual(before)
    }))

  test('shows an edited title, and finds it in search', () =>
    withContent(async (api, root, edit) => {
      edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
      await api.importFrom(root)
      const { title } = await api.read('GET /api/perform/detail', { query: { id: 2 } })
      expect(title).toBe('还魂记')
      const results = await api.read('GET /api/search/results', { query: { q: '还魂' } })
      const oldResults = await api.read('GET /api/search/results', { query: { q: '牡丹亭' } })
      expect([results.total, oldResults.total]).toEqual([1, 0])
    }))

  test('hides items whose file or entry was removed', () =>
    withContent(async (api, root, edit) => {
      rmSync(join(root, 'performances/peony.yaml'))
      await api.importFrom(root)
      const { envelope } = await api.call('GET /api/perform/detail', { query: { id: 2 } })
      expect(envelope.code).toBe(404)
      const results = await api.read('GET /api/search/results', { query: { q: '牡丹亭' } })
      expect(results.total).toBe(0)
      edit('performances/teahouse.yaml', /- \{\s*id: 5,[^}]*\}/, '')
      await api.importFrom(root)
      const { shows } = await api.read('GET /api/perform/detail', { query: { id: 1 } })
      expect(shows.map(({ id }) => id)).not.toContain(5)
    }))

  test('keeps tickets sold and held since the last import', () =>
    withContent(async (api, root, edit) => {
      await runSql(api.db, sql`UPDATE show_tier SET sold = sold + 3, held = 2 WHERE show_id = 2`)
      edit('performances/teahouse.yaml', /sold: \[10, 20\]/, 'sold: [15, 20]')
      await api.importFrom(root)
      const rows = await readSql(
        api.db,
        sql`SELECT sold, held FROM show_tier WHERE show_id = 2 ORDER BY tier_id`,
      )
      expect(rows).toEqual([
        { sold: 18, held: 2 },
        { sold: 23, held: 2 },
      ])
    }))

  test('explains a stock below the places that were sold during the import', () =>
    withContent(async (api, root, edit) => {
      edit('performances/teahouse.yaml', /stock: \[20, 30\]/, 'stock: [1, 30]')
      const { files } = api.deps
      const sellingFiles: typeof files = Object.create(files, {
        listNames: {
          async value(folder: string) {
            await runSql(
              api.db,
              sql`UPDATE show_tier SET sold = 2 WHERE show_id = 5 AND tier_id = 1`,
            )
            return files.listNames(folder)
          },
        },
      })
      const places = { root, dataDir: api.dataDir, files: sellingFiles, cacheDir: api.dataDir }
      const faults = await catchFaults(
        importContent(api.db, { ...places, now: () => api.clock.now }),
      )
      expect(faults).toEqual([
        expect.stringMatching(
          /^performances\/teahouse.yaml:41: shows\.4\.stock\.0: 1 places are too few: 2 are taken/,
        ),
      ])
    }))

  test('offers neither the price nor the returned places of a removed price level', () =>
    withContent(async (api, root, edit) => {
      const file = 'performances/teahouse.yaml'
      edit(file, / {2}- \{ id: 2, name.*\n/, '')
      edit(file, /(stock|sold): \[(\d+), \d+\]/g, '$1: [$2]')
      await api.importFrom(root)
      // A ticket is refunded.
      await runSql(
        api.db,
        sql`UPDATE show_tier SET sold = sold - 1 WHERE show_id = 2 AND tier_id = 2`,
      )
      const { shows } = await api.read('GET /api/perform/detail', { query: { id: 1 } })
      expect(shows.find(({ id }) => id === 2)).toMatchObject({
        price_from_fen: 38_000,
        places_left: 40,
      })
      // Sold out at the remaining price level.
      expect(shows.find(({ id }) => id === 3)).toMatchObject({ state: 'sold_out', places_left: 0 })
    }))

  test('changes the content version only when content changed', () =>
    withContent(async (api, root, edit) => {
      const version = async () => {
        const response = await api.app.request('/readyz')
        const body: { content_version: string } = await response.json()
        return body.content_version
      }
      const first = await version()
      await api.importFrom(root)
      expect(await version()).toBe(first)
      edit('calendar.yaml', /每一天/, '每一夜')
      await api.importFrom(root)
      expect(await version()).not.toBe(first)
    }))

  test('keeps relative dates based on the first start in later imports', () =>
    withContent(async (api, root) => {
      api.clock.now += 100 * 86_400_000
      await api.importFrom(root)
      const { shows } = await api.read('GET /api/perform/detail', { query: { id: 1 } })
      expect(shows[1]?.starts_at).toBe('2027-05-14T19:30:00+08:00')
    }))

  test('reads and returns times in the time zone of the site', () =>
    withContent(async (api, root, edit) => {
      edit('site.yaml', /^tagline:/m, 'time_zone: Europe/London\ntagline:')
      await api.importFrom(root)
      const { site, server_time } = await api.read('GET /api/index/init')
      const { shows } = await api.read('GET /api/perform/detail', { query: { id: 1 } })
      expect(site.time_zone).toBe('Europe/London')
      expect(server_time).toBe('2027-05-05T05:00:00+01:00')
      expect(shows[1]?.starts_at).toBe('2027-05-14T19:30:00+01:00')
    }))

  test('rejects an unknown time zone', () =>
    withContent(async (api, root, edit) => {
      edit('site.yaml', /^tagline:/m, 'time_zone: Europe/Lodnon\ntagline:')
      const [fault] = await readFaults(api, root)
      expect(fault).toMatch(
        /^site\.yaml:\d+: time_zone: "Europe\/Lodnon": expected an IANA time zone/,
      )
    }))

  test('does not regenerate an unchanged picture', () =>
    withContent(async (api, root) => {
      const { image } = (await api.read('GET /api/index/banner')).banners[0] ?? {}
      const path = join(api.dataDir, 'media', image?.url ?? '')
      const before = statSync(path).mtimeMs
      await api.importFrom(root)
      expect(statSync(path).mtimeMs).toBe(before)
    }))

  test('reports all faults together with file, line and field, and changes nothing', () =>
    withContent(async (api, root, edit) => {
      const before = await dump(api)
      edit('performances/peony.yaml', /genre: kunqu/, 'genre: opera')
      edit('performances/peony.yaml', /hall: pavilion/, 'hall: moon')
      edit('performances/peony.yaml', /id: 8/, 'id: 2')
      edit('performances/peony.yaml', /stock: \[50\]/, 'stock: [50, 1]')
      edit('performances/peony.yaml', /pictures\/blue\.svg/, 'pictures/none.svg')
      edit('courses/first-steps.yaml', /booked: 10/, 'booked: 13')
      edit('courses/studio-year.yaml', /closes: '\+20d 18:00'/, "closes: '-20d 18:00'")
      edit('artist-news/news-1.yaml', /artist: lao-she/, 'artist: nobody')
      edit('about.yaml', /\(\/drama\/detail\?id=1\)是/, '(javascript:alert(1))是')
      edit('season.yaml', /mei-lan/, '../lao-she')
      expect(await readFaults(api, root)).toEqual([
        'about.yaml:9: body.1.text.zh-cn: Link to "javascript:alert(1)": expected a path of this site, http(s):, mailto: or tel:.',
        'artist-news/news-1.yaml:6: artist: There is no artist "nobody": it would be artists/nobody.yaml.',
        'courses/first-steps.yaml:49: dates.2.booked: More are booked than there are places.',
        'courses/studio-year.yaml:11: application.closes: The application must close after it opens.',
        'performances/peony.yaml:3: genre: There is no genre "opera": it would be a slug under genres in site.yaml.',
        'performances/peony.yaml:9: poster.file: There is no file media/pictures/none.svg.',
        'performances/peony.yaml:22: shows.0.hall: There is no hall "moon": it would be a slug under venues in site.yaml.',
        'performances/peony.yaml:22: shows.0.stock: Expected 1 number, one for each tier.',
        'performances/teahouse.yaml:30: shows.1.id: The show in performances/peony.yaml also has the id 2. Leave "id" out: the import assigns one.',
        'season.yaml:5: artists.0: "../lao-she": expected a slug: a-z, 0-9, -.',
      ])
      expect(await dump(api)).toEqual(before)
    }))

  test('rejects media outside the folder and unknown fields', () =>
    withContent(async (api, root, edit) => {
      edit('about.yaml', /file: pictures\/green\.svg/, 'file: pictures/../../site.yaml')
      edit('calendar.yaml', /subtitle:/, 'subtitel:')
      const faults = await readFaults(api, root)
      expect(faults.join('\n')).toMatch(/calendar\.yaml:\d: .*subtit/)
      edit('calendar.yaml', /subtitel:/, 'subtitle:')
      expect(await readFaults(api, root)).toEqual([
        'about.yaml:4: hero.file: pictures/../../site.yaml is outside the media folder.',
      ])
    }))
})
