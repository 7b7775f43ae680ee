import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkContent } from '#scripts/admin-api/content/check-content.ts'
import { collectFaults } from '#scripts/admin-api/content/faults.ts'
import { ITEM_FOLDERS } from '#scripts/admin-api/content/format.ts'
import { indexSlugs } from '#scripts/admin-api/content/index-slugs.ts'
import { checkFile } from '#scripts/admin-api/content/read-file.ts'
import { readContentFolder } from '#scripts/admin-api/content/read-folder.ts'
import { multiplyContent } from '#scripts/admin-api/demo/multiply.ts'

const root = fileURLToPath(new URL('../../../../scripts/admin-api/demo/content', import.meta.url))
const { folder } = readContentFolder(root)
const { make } = multiplyContent(folder)
const MADE = Array.from({ length: 400 }, (_, n) => make(n))

test('made items have the form of the content, and all that they refer to is there', () => {
  for (const { kind, item } of MADE) {
    const { slug, ...data } = item
    const outcome = checkFile(`${kind}/${slug}`, ITEM_FOLDERS[kind], data)
    expect(outcome).toMatchObject({ kind: 'valid' })
  }
  const items: Record<string, object[]> = { ...folder.items }
  for (const { kind, item } of MADE) items[kind] = [...(items[kind] ?? []), item]
  const faults = collectFaults()
  const whole = { ...folder, items: items as typeof folder.items }
  checkContent(whole, indexSlugs(whole, faults), Date.parse('2027-05-05T12:00:00+08:00'), faults)
  expect(faults.list).toEqual([])
})

test('the same number makes the same item, each has a title of its own', () => {
  expect(Array.from({ length: 400 }, (_, n) => make(n))).toEqual(MADE)
  const titles = MADE.map(({ item }) => JSON.stringify('name' in item ? item.name : item.title))
  expect(new Set(titles).size).toBe(MADE.length)
})

test('lengths differ widely', () => {
  const lengths = MADE.map(({ item }) => item.body.length).toSorted((a, b) => a - b)
  expect([lengths[40], lengths[390]]).toEqual([
    expect.toSatisfy((n) => n < 4),
    expect.toSatisfy((n) => n > 20),
  ])
})
