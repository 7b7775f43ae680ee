import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#api/index.ts'
import { SECTIONS } from '#api/sections.ts'
import { InitSchema } from '#api/site.ts'
import { findEmptyResponse } from '#content/empty-responses.ts'
import { READ_ONLY_CALLS } from '#scripts/checks/api/read-only-calls.ts'

const text = readFileSync('docs/own-admin-api.md', 'utf8')
const example = text
  .split('<!-- response: GET /api/index/init -->')[1]
  ?.match(/```json\n([^`]+)```/)
const { data } = JSON.parse(example?.[1] ?? '')
const initWith = (sections: readonly string[]) =>
  v.parse(InitSchema, { ...data, site: { ...data.site, sections } })

/** Calls that a build makes without the id of an item. */
const CALLS = [...READ_ONLY_CALLS].filter((key) => v.safeParse(endpoints[key].query, {}).success)

test.each(CALLS)('%s has a valid empty response where its sections are off', (key) => {
  const { path, data: schema } = endpoints[key]
  const empty = findEmptyResponse(path, initWith([]), {})
  // Every site needs the init data and banners; the page of the calendar alone reads its head.
  if (/index\/(?:init|banner|calendar)$/.test(path)) return expect(empty).toBeNull()
  expect(v.safeParse(schema, empty).issues).toBeUndefined()
  expect(findEmptyResponse(path, initWith(SECTIONS), {})).toBeNull()
})

test('a month of a calendar that is off is the requested one, else that of the venue', () => {
  const month = (given: object) =>
    findEmptyResponse('/api/perform/calendar', initWith(['about']), { ...given })
  expect(month({ month: '2027-02' })).toMatchObject({ month: '2027-02', entries: [] })
  expect(month({})).toMatchObject({ month: '2026-11', entries: [] })
})
