import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkContent } from '#scripts/admin-api/content/check-content.ts'
import { collectFaults } from '#scripts/admin-api/content/faults.ts'
import { ITEM_FOLDERS } from '#scripts/admin-api/content/format.ts'
import { indexSlugs } from '#scripts/admin-api/content/index-slugs.ts'
import { checkFile } from '#scripts/admin-api/content/read-file.ts'
import { readContentFolder } from '#scripts/admin-api/content/read-folder.ts'
import { createItemGenerator } from '#scripts/admin-api/demo/generate-items.ts'

const root = fileURLToPath(new URL('../../../../scripts/admin-api/demo/content', import.meta.url))
const { folder } = readContentFolder(root)
const generateItem = createItemGenerator(folder)
const GENERATED = Array.from({ length: 400 }, (_, n) => generateItem(n))

test('generates items that match the content format and only refer to existing items', () => {
  for (const { kind, item } of GENERATED) {
    const { slug, ...data } = item
    const outcome = checkFile(`${kind}/${slug}`, ITEM_FOLDERS[kind], data)
    expect(outcome).toMatchObject({ faults: [] })
  }
  const items: Record<string, object[]> = { ...folder.items }
  for (const { kind, item } of GENERATED) items[kind] = [...(items[kind] ?? []), item]
  const faults = collectFaults()
  const whole = { ...folder, items: items as typeof folder.items }
  checkContent(whole, indexSlugs(whole, faults), Date.parse('2027-05-05T12:00:00+08:00'), faults)
  expect(faults.list).toEqual([])
})

test('generates the same item for the same number, with a unique title', () => {
  expect(Array.from({ length: 400 }, (_, n) => generateItem(n))).toEqual(GENERATED)
  const titles = GENERATED.map(({ item }) =>
    JSON.stringify('name' in item ? item.name : item.title),
  )
  expect(new Set(titles).size).toBe(GENERATED.length)
})

test('varies the length of the texts', () => {
  const lengths = GENERATED.map(({ item }) => item.body.length).toSorted((a, b) => a - b)
  expect([lengths[40], lengths[390]]).toEqual([
    expect.toSatisfy((n) => n < 4),
    expect.toSatisfy((n) => n > 20),
  ])
})
