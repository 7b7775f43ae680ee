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

/** API calls that a build makes without an item id. */
const CALLS = [...READ_ONLY_CALLS].filter((key) => v.safeParse(endpoints[key].query, {}).success)

test.each(CALLS)('has a valid empty response of %s if its section is disabled', (key) => {
  const { path, data: schema } = endpoints[key]
  const empty = findEmptyResponse(path, initWith([]), {})
  // Every site loads the init data and banners.
  if (/index\/(?:init|banner)$/.test(path)) return expect(empty).toBeNull()
  expect(v.safeParse(schema, empty).issues).toBeUndefined()
  expect(findEmptyResponse(path, initWith(SECTIONS), {})).toBeNull()
})

test("uses the requested month of a disabled calendar, else the venue's current month", () => {
  const month = (query: object) =>
    findEmptyResponse('/api/perform/calendar', initWith(['about']), { ...query })
  expect(month({ month: '2027-02' })).toMatchObject({ month: '2027-02', entries: [] })
  expect(month({})).toMatchObject({ month: '2026-11', entries: [] })
})
