import { expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#api/index.ts'
import { getEndpointKind } from '#content/query-cache/item-references.ts'

/** Calls of browsers only: each order changes their places. */
const BROWSER_CALLS = new Set<string>(['/api/perform/ticket'])

const ITEM_PATHS = Object.values(endpoints)
  .filter(({ method, login, query }) => {
    const needsId = v.is(query, { id: '1' }) && !v.is(query, {})
    return method === 'GET' && login !== 'required' && needsId
  })
  .map(({ path }) => path)
  .filter((path) => !BROWSER_CALLS.has(path))

test('finds the calls of a single item', () => {
  expect(ITEM_PATHS).toContain('/api/course/activity_applyinfo')
})

test.each(ITEM_PATHS)('has a kind for the item of %s', (path) => {
  expect(getEndpointKind(path)).not.toBeNull()
})
