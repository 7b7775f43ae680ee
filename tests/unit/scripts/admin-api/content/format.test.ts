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
const REFERENCE = writeReference()

test('keeps the content format reference current: npm run admin -- content reference', () => {
  expect(readFileSync('docs/content-format.md', 'utf8')).toBe(REFERENCE)
})

test('describes every field in the reference', () => {
  const rows = REFERENCE.match(/^\| `.*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter((row) => / \|\s+\|$/.test(row))).toEqual([])
})

test.each(KINDS)('repairs an unreadable %s file into a valid one', (_kind, schema) => {
  expect(v.is(schema, repair(schema, undefined))).toBe(true)
})

test.each(KINDS)('describes every field in the JSON Schema of %s', (_kind, schema) => {
  const properties = Object.entries(Object(createJsonSchema(schema)).properties ?? {})
  expect(properties.length).toBeGreaterThan(0)
  for (const [, property] of properties) expect(property).toHaveProperty('description')
})

test('the reference promises formatting only where it is rendered', () => {
  const readText = (type: string) =>
    /\| `text` .* \| (.*) \|/.exec(REFERENCE.slice(REFERENCE.indexOf(`### \`type: ${type}\``)))?.[1]
  for (const type of ['paragraph', 'image_text']) expect(readText(type)).toContain('**strong**')
  for (const field of ['items', 'head', 'rows', 'foot_content']) {
    expect(REFERENCE).toMatch(new RegExp(`\\| \`${field}\` .*\\*\\*strong\\*\\*`))
  }
  for (const type of ['heading', 'quote']) expect(readText(type)).toBe('Text without formatting.')
  expect(REFERENCE).toMatch(/`rules\[\]\.text` .* Text without formatting\. \|/)
})
