import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { endpoints } from '#api/index.ts'
import { READ_ONLY_CALLS } from '#scripts/checks/api/read-only-calls.ts'

const text = readFileSync('docs/own-admin-api.md', 'utf8')

/** API calls in a table of the document, in its order. */
function readCalls(table: string): string[] {
  const rows = text.split(`<!-- calls: ${table} -->`)[1]?.split('\n\n')[1] ?? ''
  return [...rows.matchAll(/`((?:GET|POST) \/api\/[^`]+)`/g)].map(([, call = '']) => call)
}

test('documents the calls of a read-only site', () => {
  expect(readCalls('read-only').toSorted()).toEqual([...READ_ONLY_CALLS].toSorted())
})

test('documents every other call of the contract in exactly one group', () => {
  const others = Object.keys(endpoints).filter(
    (key) => ![...READ_ONLY_CALLS].some((one) => one === key),
  )
  expect(readCalls('further').toSorted()).toEqual(others.toSorted())
})

test.each(['GET /api/index/init', 'POST /api/index/calendar'] as const)(
  'has an example response of %s that matches the contract',
  (key) => {
    const json = text.split(`<!-- response: ${key} -->`)[1]?.match(/```json\n([^`]+)```/)?.[1] ?? ''
    const { code, data } = v.parse(EnvelopeSchema, JSON.parse(json))
    expect(code).toBe(200)
    expect(v.safeParse(endpoints[key].data, data).issues).toBeUndefined()
  },
)
