import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ITEM_FOLDERS, SINGLE_FILES } from '#scripts/admin-api/content/format.ts'
import { createJsonSchema } from '#scripts/admin-api/content/json-schemas.ts'
import { repair } from '#scripts/admin-api/content/repair.ts'
import { writeReference } from '#scripts/admin-api/content/write-reference.ts'

const KINDS = Object.entries<v.GenericSchema<unknown, unknown>>({
  ...SINGLE_FILES,
  ...ITEM_FOLDERS,
})

test('the reference of the content format is current: npm run admin -- content reference', () => {
  expect(readFileSync('docs/content-format.md', 'utf8')).toBe(writeReference())
})

test('the reference says of every field what it is', () => {
  const rows = writeReference().match(/^\| `.*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter((row) => / \|\s+\|$/.test(row))).toEqual([])
})

test.each(KINDS)(
  'a file of kind %s that cannot be read is replaced by one that is valid',
  (_kind, schema) => {
    expect(v.is(schema, repair(schema, undefined))).toBe(true)
  },
)

test.each(KINDS)('the JSON Schema of %s describes its fields', (_kind, schema) => {
  const properties = Object.entries(Object(createJsonSchema(schema)).properties ?? {})
  expect(properties.length).toBeGreaterThan(0)
  for (const [, property] of properties) expect(property).toHaveProperty('description')
})
