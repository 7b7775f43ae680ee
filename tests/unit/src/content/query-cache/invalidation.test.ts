import { expect, test } from 'vitest'
import {
  findAffected,
  findFollowUps,
  type CachedResults,
} from '#content/query-cache/invalidation.ts'
import { encodeItem } from '#content/query-cache/item-references.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'

const makeKey = (path: string, query = {}) =>
  makeQueryKey({ method: 'GET', path: `/api/${path}`, locale: 'en', query })
const makeDetailKey = (id: number) => makeKey('perform/detail', { id: String(id) })

/** References of a result that contains performances, as a list or otherwise. */
function refer(ids: readonly number[], isList = false) {
  const codes = Float64Array.from(ids, (id) => encodeItem('performances', id))
  const total = isList ? ids.length : null
  return { ids: codes, list: isList ? codes : new Float64Array(), total }
}

test('a change affects pages that show all kinds, and the first pages of lists of its kind', () => {
  const affected = [
    makeKey('index/home'),
    makeKey('search/hot'),
    makeKey('perform/index'),
    makeKey('perform/list', { page: '1' }),
  ]
  const others = [
    makeKey('perform/list', { page: '2' }),
    makeKey('course/list', { page: '1' }),
    makeDetailKey(1),
  ]
  const results: CachedResults = new Map([...affected, ...others].map((key) => [key, refer([1])]))
  expect([...findAffected(results, [{ kind: 'performances', id: 9 }])]).toEqual(affected)
})

const LIST = makeKey('perform/list', { page: '1' })

test.each([
  ['left', [1, 2, 3, 4, 5], [1, 2, 4, 5]],
  ['entered', [1, 2, 4, 5], [1, 2, 3, 4, 5]],
])('refetches an item that has %s a list, and its neighbours', (_title, idsBefore, idsAfter) => {
  const before = refer(idsBefore, true)
  const results: CachedResults = new Map([
    [LIST, before],
    ...[1, 2, 3, 4, 5].map((id) => [makeDetailKey(id), refer([id])] as const),
  ])
  const changes = [{ key: LIST, before, after: refer(idsAfter, true) }]
  expect([...findFollowUps(results, new Set([LIST]), changes)]).toEqual(
    [2, 3, 4].map(makeDetailKey),
  )
})
