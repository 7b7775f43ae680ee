import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

async function search(q: string, lang: 'zh-cn' | 'en' = 'zh-cn') {
  const { groups } = await api.read('GET /api/search/results', { query: { q }, lang })
  return groups.flatMap(({ items }) => items.map(({ kind, id }) => `${kind} ${id}`))
}

describe('search', () => {
  test('finds Chinese words of two characters, titles first', async () => {
    expect(await search('茶馆')).toEqual(['performance 1', 'artist 1'])
    expect(await search('裕泰')).toEqual(['performance 1'])
    expect(await search('亭')).toEqual(['performance 2'])
  })

  test('finds words by their beginning, in either language', async () => {
    expect(await search('teah')).toContain('performance 1')
    expect(await search('PEONY', 'zh-cn')).toEqual(['performance 2'])
    expect(await search('身段', 'en')).toContain('course 1')
  })

  test('finds parts of titles where no word is found', async () => {
    expect(await search('hunderst')).toEqual(['performance 3'])
  })

  test('marks the found parts of the title', async () => {
    const { groups } = await api.read('GET /api/search/results', { query: { q: '牡丹' } })
    expect(groups[0]?.items[0]).toMatchObject({ title: '牡丹亭', title_marks: [[0, 2]] })
  })

  test('does not find what is not published or not out yet', async () => {
    expect(await search('隐身人')).toEqual(['performance 1'])
    expect(await search('新闻3')).toEqual([])
  })

  test('counts what it finds and goes on page by page', async () => {
    const { total, groups } = await api.read('GET /api/search/results', { query: { q: '正文' } })
    expect(total).toBe(groups.reduce((sum, group) => sum + group.total, 0))
    const more = await api.read('GET /api/search/morelist', {
      query: { q: '正文', kind: 'artist_news', size: 1, page: 2 },
    })
    expect([more.total, more.items.length]).toEqual([2, 1])
  })

  test.each([
    '"',
    '*',
    '-',
    'foo(',
    'NEAR(',
    "'; DROP TABLE show --",
    '%',
    '_',
    '\\',
    '\u0000',
    '😀',
  ])('stands %j', async (q) => {
    const { response } = await api.call('GET /api/search/results', { query: { q } })
    expect(response.status).toBe(200)
  })

  test('refuses more than 64 characters', async () => {
    const { response } = await api.call('GET /api/search/results', { query: { q: 'x'.repeat(65) } })
    expect(response.status).toBe(400)
  })
})
