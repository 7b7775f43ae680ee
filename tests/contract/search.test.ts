import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSearchIndex } from '#scripts/admin-api/content/write/search.ts'
import { findItems } from '#scripts/admin-api/modules/search/find.ts'
import { loadHits } from '#scripts/admin-api/modules/search/hits.ts'
import { openDemoSearch } from './demo-search.ts'
import { createTemporaryFolder, FIRST_START, openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { anyText } from '#tests/support/any-text.ts'
import { runSql } from '#tests/support/database.ts'
import type { Database } from '#scripts/admin-api/db/open.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

async function search(q: string, lang: 'zh-cn' | 'en' = 'zh-cn') {
  const { groups } = await api.read('GET /api/search/results', { query: { q }, lang })
  return groups.flatMap(({ items }) => items.map(({ kind, id }) => `${kind} ${id}`))
}

describe('search', { tags: ['S7.23'] }, () => {
  test('finds Chinese words of two characters and ranks titles first', async () => {
    expect(await search('茶馆')).toEqual(['performance 1', 'artist 1'])
    expect(await search('裕泰')).toEqual(['performance 1'])
    expect(await search('亭')).toEqual(['performance 2'])
  })

  test('finds words by their prefix in either language', async () => {
    expect(await search('teah')).toContain('performance 1')
    expect(await search('PEONY', 'zh-cn')).toEqual(['performance 2'])
    expect(await search('身段', 'en')).toContain('course 1')
  })

  test('finds parts of titles if no word matches', async () => {
    expect(await search('hunderst')).toEqual(['performance 3'])
  })

  test('highlights matches in the title, and none if it matched elsewhere', async () => {
    const read = async (q: string, lang: 'zh-cn' | 'en' = 'zh-cn') => {
      const { groups } = await api.read('GET /api/search/results', { query: { q }, lang })
      return groups[0]?.items[0]
    }
    expect(await read('牡丹')).toMatchObject({ title: '牡丹亭', title_marks: [[0, 2]] })
    expect(await read('mudan')).toMatchObject({ title: '牡丹亭', title_marks: [[0, 2]] })
    expect(await read('peony')).toMatchObject({
      title: '牡丹亭',
      title_marks: [],
      excerpt: { lang: 'en', is_title: true },
    })
    expect(await read('裕泰', 'en')).toMatchObject({
      title_marks: [],
      excerpt: { lang: 'zh-cn', is_title: false },
    })
  })

  test('does not find unpublished or future items', async () => {
    expect(await search('隐身人')).toEqual(['performance 1'])
    expect(await search('新闻3')).toEqual([])
  })

  test('counts its results and has pages', { tags: ['S7.24'] }, async () => {
    const { total, groups } = await api.read('GET /api/search/results', { query: { q: '正文' } })
    expect(total).toBe(groups.reduce((sum, group) => sum + group.total, 0))
    const more = await api.read('GET /api/search/morelist', {
      query: { q: '正文', kind: 'artist_news', size: 1, page: 2 },
    })
    expect([more.total, more.items.length]).toEqual([2, 1])
  })

  test('rebuilds an index that a migration left empty', async () => {
    for (const table of ['search_token', 'search_doc']) {
      await runSql(api.db, sql`DELETE FROM ${sql.table(table)}`)
    }
    await runSql(api.db, sql`DELETE FROM setting WHERE key = 'search_version'`)
    expect(await search('茶馆')).toEqual([])
    await fillSearchIndex(api.db)
    expect(await search('茶馆')).toEqual(['performance 1', 'artist 1'])
  })

  test('shows the next date that takes place', async () => {
    const changed = await openAdminApi()
    const readDate = async (q: string) => {
      const { groups } = await changed.read('GET /api/search/results', { query: { q } })
      return groups[0]?.items[0]?.date
    }
    try {
      expect(await readDate('茶馆')).toBe('2027-05-14T19:30:00+08:00')
      const course = await readDate('身段')
      await runSql(changed.db, sql`UPDATE show SET cancelled = 1 WHERE id = 2`)
      await runSql(changed.db, sql`UPDATE show SET moved = 1 WHERE id = 3`)
      await runSql(changed.db, sql`UPDATE course_date SET cancelled = 1 WHERE id = 2`)
      expect(await readDate('茶馆')).toBe('2027-05-16T14:00:00+08:00')
      expect(await readDate('身段')).not.toBe(course)
    } finally {
      await changed.close()
    }
  })

  test('recommends words and upcoming items', { tags: ['S7.22'] }, async () => {
    const { words, items } = await api.read('GET /api/search/recommend', { lang: 'en' })
    expect(words.length).toBeGreaterThan(0)
    expect(items.length).toBeGreaterThan(0)
  })

  test.each([
    '"',
    '*',
    '-',
    'foo(',
    'NEAR(',
    'NEAR("茶" 馆, 2)',
    'title : 茶馆',
    '^茶馆 AND NOT',
    "'; DROP TABLE show --",
    '%',
    '_',
    '\\',
    '\u0000',
    '😀',
    'مسرح',
    '\u202e茶馆\u202c',
    '\ud800',
    '茶\udc00馆',
    'ﷺ'.repeat(8),
  ])('handles %j', async (q) => {
    const { response } = await api.call('GET /api/search/results', { query: { q } })
    expect(response.status).toBe(200)
  })

  test('rejects more than 64 characters', async () => {
    const { response } = await api.call('GET /api/search/results', { query: { q: 'x'.repeat(65) } })
    expect(response.status).toBe(400)
  })

  test('never fails on 800 random queries', async () => {
    const words = `" ' * - + ^ : ( ) { } % _ \\ NEAR AND OR NOT title 茶 館 馆 tea cha ü İ ß ﬁ ① ½ が 각 𠮷 😀 👨‍👩‍👧 مرحبا שלום`
    const sign = fc.constantFrom(
      ...words.split(' '),
      ' ',
      '\u0000',
      '\n',
      '\u202e',
      '\ud83d',
      '\udc00',
    )
    const query = fc.oneof(
      fc.array(sign, { minLength: 1, maxLength: 24 }).map((list) => list.join('')),
      anyText({ minLength: 1, maxLength: 64 }),
      fc.string({ minLength: 1, maxLength: 64 }),
    )
    await fc.assert(
      fc.asyncProperty(query, async (q) => {
        const { matches, terms } = await findItems(api.db.query, q, 'en')
        const hits = await loadHits(api.db.query, matches, { lang: 'en', now: FIRST_START, terms })
        for (const { title, title_marks: marks } of hits) {
          const places = marks.flat()
          expect(places).toEqual(places.toSorted((one, other) => one - other))
          expect(places.at(-1) ?? 0).toBeLessThanOrEqual(title.length)
        }
      }),
      { numRuns: 800 },
    )
  })
})

describe('search in the demo content', () => {
  const folder = createTemporaryFolder()
  let db: Database
  beforeAll(async () => {
    db = await openDemoSearch(folder.path)
  })
  afterAll(async () => {
    await db.close()
    folder[Symbol.dispose]()
  })

  async function find(q: string, lang: 'zh-cn' | 'en' = 'zh-cn') {
    const { matches, terms } = await findItems(db.query, q, lang)
    return loadHits(db.query, matches, { lang, now: FIRST_START, terms })
  }

  test.each([
    // Chinese, simplified and traditional, down to one character
    ['茶馆', '茶馆'],
    ['茶館', '茶馆'],
    ['海鸥', '海鸥'],
    ['海鷗', '海鸥'],
    ['牡丹', '牡丹亭'],
    ['亭', '牡丹亭'],
    ['雷雨', '雷雨'],
    ['長生殿', '长生殿'],
    ['梅兰芳', '梅兰芳'],
    ['梅蘭芳', '梅兰芳'],
    ['昆曲', '昆曲身段工作坊'],
    ['表演', '表演基础：在场与倾听'],
    ['昆曲 身段', '昆曲身段工作坊'],
    ['　灯光 ', '灯光基础'],
    // People and genres find their works
    ['莎士比亞', '哈姆雷特'],
    // Pinyin, with and without spaces and tones; initials
    ['chaguan', '茶馆'],
    ['cha guan', '茶馆'],
    ["cha'guan", '茶馆'],
    ['chá guǎn', '茶馆'],
    ['chagu', '茶馆'],
    ['cg', '茶馆'],
    ['leiyu', '雷雨'],
    ['haiou', '海鸥'],
    ['mudanting', '牡丹亭'],
    ['mdt', '牡丹亭'],
    ['changshengdian', '长生殿'],
    ['biaoyan', '表演基础：在场与倾听'],
    ['mlf', '梅兰芳'],
    ['meilanfang', '梅兰芳'],
    ['txz', '汤显祖'],
    ['茶guan', '茶馆'],
    // English: prefixes, case, accents, typos
    ['hamlet', '哈姆雷特'],
    ['HAMLET', '哈姆雷特'],
    ['haml', '哈姆雷特'],
    ['hamelt', '哈姆雷特'],
    ['seagul', '海鸥'],
    ['tehouse', '茶馆'],
    ['thundrestrom', '雷雨'],
    ['mei lanfang', '梅兰芳'],
    ['mei lanfnag', '梅兰芳'],
    ['peony pavilion', '牡丹亭'],
    ['Ｓｗａｎ　Ｌａｋｅ', '天鹅湖'],
    ['swan l', '天鹅湖'],
    ['swanlake', '天鹅湖'],
    ['kunqu', '昆曲身段工作坊'],
    // Homophones
    ['牡丹停', '牡丹亭'],
    ['茶管', '茶馆'],
  ])('%s finds %s first', async (q, title) => {
    expect((await find(q))[0]?.title).toBe(title)
  })

  test.each([
    ['契诃夫', 'performance', '海鸥'],
    ['老舍', 'performance', '茶馆'],
    ['昆曲', 'performance', '牡丹亭'],
    ['ballet', 'performance', '天鹅湖'],
    ['tea house', 'performance', '茶馆'],
    ['sea gull', 'performance', '海鸥'],
    ['chekov', 'performance', '海鸥'],
    ['昆曲课程', 'course', '昆曲身段工作坊'],
  ])('%s finds the %s %s among others', async (q, kind, title) => {
    expect(await find(q)).toContainEqual(expect.objectContaining({ kind, title }))
  })

  test('returns titles in the language of the request, with highlights', async () => {
    expect((await find('hamelt', 'en'))[0]).toMatchObject({
      title: 'Hamlet',
      title_marks: [[0, 6]],
    })
    expect((await find('tea house', 'en'))[0]).toMatchObject({
      title: 'Teahouse',
      title_marks: [[0, 8]],
    })
    expect((await find('海鷗', 'en'))[0]).toMatchObject({ title: 'The Seagull', title_marks: [] })
    expect((await find('海鷗'))[0]).toMatchObject({ title: '海鸥', title_marks: [[0, 2]] })
  })

  test.each([
    // Whole words first, then first syllables, then other prefixes
    ['tea', 'en', 'Teahouse', 'Teachers’ Week: The Staff Take Each Other’s Classes'],
    ['ch', 'zh-cn', '茶馆', '水袖基础'],
    ['ch', 'en', 'Chekhov Scene Study', 'Teahouse'],
    ['la', 'en', 'La traviata', 'Lao She'],
  ] as const)('%s in %s ranks %s before %s', async (q, lang, first, second) => {
    const titles = (await find(q, lang)).map(({ title }) => title)
    expect(titles).toContain(first)
    const place = titles.indexOf(second)
    expect(place === -1 || titles.indexOf(first) < place).toBe(true)
  })

  test('ranks a play first whose pinyin starts with the syllable', async () => {
    expect((await find('ch'))[0]?.title).toBe('茶馆')
  })

  test.each(['tea', 'garden', 'light', 'ch'])(
    'highlights a match of %s in every result',
    async (q) => {
      const hits = await find(q, 'en')
      expect(hits.length).toBeGreaterThan(0)
      for (const { title, title_marks, excerpt } of hits) {
        expect([title, title_marks.length + (excerpt?.marks.length ?? 0)]).not.toEqual([title, 0])
      }
    },
  )

  test.each(['zzqqxx', '火星基地', '“”'])('finds nothing for %s', async (q) => {
    expect(await find(q)).toEqual([])
  })
})
