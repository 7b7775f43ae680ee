import { describe, expect, test, vi } from 'vitest'
import type { SearchHit, SearchKind } from '#api/search.ts'
import { listPages } from '#features/search/list-pages.ts'
import { createSuggester, pickSuggestions, pickTitles } from '#features/search/suggest.ts'
import { buildHit } from './build-hit.ts'

const group = (kind: SearchKind, items: SearchHit[]) => ({ kind, total: items.length, items })

describe('pickTitles', () => {
  test('prefers titles that contain the match', () => {
    const groups = [
      group('performance', [buildHit('performance', 1), buildHit('performance', 2, false)]),
      group('artist', [buildHit('artist', 1, false)]),
    ]
    expect(pickTitles({ groups }, 'en').map(({ id }) => id)).toEqual([1])
  })

  test('keeps all titles if none contains the match: pinyin, the other language', () => {
    const groups = [group('performance', [buildHit('performance', 1, false)])]
    expect(pickTitles({ groups }, 'en')).toHaveLength(1)
  })

  test('leaves out items that match by their text in the language of the reader', () => {
    const excerpt: SearchHit['excerpt'] = { text: 'Paper money', marks: [[0, 5]], lang: 'en' }
    const groups = [group('artist', [{ ...buildHit('artist', 1, false), excerpt }])]
    expect(pickTitles({ groups }, 'en')).toEqual([])
    expect(pickTitles({ groups }, 'zh-cn')).toHaveLength(1)
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('keeps an item found in the other language by its title only: %s', (is_title, count) => {
    const excerpt: SearchHit['excerpt'] = { text: 'Paper', marks: [], lang: 'en', is_title }
    const groups = [group('artist', [{ ...buildHit('artist', 1, false), excerpt }])]
    expect(pickTitles({ groups }, 'zh-cn')).toHaveLength(count)
  })
})

describe('pickSuggestions', () => {
  test('distributes eight places among the kinds, in the order of results', () => {
    const courses = Array.from({ length: 5 }, (_, index) => buildHit('course', index + 1))
    const news = Array.from({ length: 5 }, (_, index) => buildHit('course_news', index + 1))
    const picked = pickSuggestions([...courses, ...news, buildHit('artist', 1)])
    expect(picked.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 4 }, () => 'course'),
      ...Array.from({ length: 3 }, () => 'course_news'),
      'artist',
    ])
  })
})

describe('createSuggester', () => {
  const { signal } = new AbortController()

  test('caches the twenty most recently used responses', async () => {
    const sendRequest = vi.fn<() => Promise<SearchHit[]>>(() => Promise.resolve([]))
    const suggest = createSuggester(sendRequest)
    await suggest('first', signal)
    for (let index = 0; index < 19; index++) await suggest(`other ${index}`, signal)
    await suggest('first', signal)
    expect(sendRequest).toHaveBeenCalledTimes(20)
    await suggest('another', signal)
    await suggest('first', signal)
    expect(sendRequest).toHaveBeenCalledTimes(21)
    await suggest('other 0', signal)
    expect(sendRequest).toHaveBeenCalledTimes(22)
  })

  test('does not cache a failure', async () => {
    const sendRequest = vi
      .fn<() => Promise<SearchHit[]>>()
      .mockRejectedValueOnce(new Error('network'))
      .mockResolvedValue([buildHit('artist', 1)])
    const suggest = createSuggester(sendRequest)
    await expect(suggest('a', signal)).rejects.toThrow('network')
    expect(await suggest('a', signal)).toEqual([buildHit('artist', 1)])
  })
})

describe('listPages', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [3, 5, [1, 2, 3, 4, 5]],
    [9, 9, [1, null, 8, 9]],
  ])('lists the links for page %i of %i', (page, last, pages) => {
    expect(listPages(page, last)).toEqual(pages)
  })
})
