import { sql } from 'kysely'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspectContentFolder } from '#scripts/admin-api/content/check-folder.ts'
import { importContent } from '#scripts/admin-api/content/import-content.ts'
import { findStored } from '#scripts/admin-api/content/stored-sources.ts'
import { copyFixture, editFile, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { readSql } from '#tests/support/database.ts'

let api: TestAdminApi
let root: string
beforeEach(async () => {
  api = await openAdminApi()
  root = copyFixture(api.dataDir)
})
afterEach(() => api.close())

const edit = (file: string, from: RegExp, to: string): void => editFile(join(root, file), from, to)

/** Removes all numbers from files, as if the editor had never written them. */
function removeNumbers(...files: string[]): void {
  for (const file of files) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(/^ *id: \d+,?\n/gm, '').replaceAll(/\bid: \d+, /g, ''))
  }
}
const list = async (text: string) =>
  (await readSql(api.db, sql.raw(text))).map((row) => Object.values(row).join(' '))
const readShows = () =>
  list('SELECT id, hall_id FROM show WHERE performance_id = 1 AND published = 1 ORDER BY id')
const ALL = ['performances/teahouse.yaml', 'performances/peony.yaml', 'courses/first-steps.yaml']

test('items keep their numbers when the numbers are removed from the files', async () => {
  removeNumbers(...ALL)
  const { changes } = await api.importFrom(root)
  expect(changes).toEqual([])
})

test('new items get new numbers, which stay the same on every import', async () => {
  removeNumbers(...ALL)
  edit(
    'performances/teahouse.yaml',
    /(shows:\n)/,
    "$1  - { hall: pavilion, starts: '+9w sat 19:30', stock: [9, 9], sold: [0, 0] }\n",
  )
  writeFileSync(
    join(root, 'performances/orphan.yaml'),
    readFileSync(join(root, 'performances/peony.yaml'), 'utf8').replace('牡丹亭', '赵氏孤儿'),
  )
  await api.importFrom(root)
  const numbers = async () => [
    ...(await list(`SELECT id FROM performance WHERE slug = 'orphan'`)),
    ...(await readShows()),
  ]
  const first = await numbers()
  expect(first[0]).toBe('4')
  expect(first).toContain('11 3')
  expect((await api.importFrom(root)).changes).toEqual([])
  expect(await numbers()).toEqual(first)
})

test('a show moved to another time keeps its number and tickets', async () => {
  removeNumbers('performances/teahouse.yaml')
  await api.importFrom(root)
  const before = await readShows()
  edit('performances/teahouse.yaml', /'\+2w sat 19:30'/, "'+4w sat 19:30'")
  await api.importFrom(root)
  expect(await readShows()).toEqual(before)
})

test('a second show at the previous time of a moved one gets a new number', async () => {
  removeNumbers('performances/teahouse.yaml')
  await api.importFrom(root)
  const before = await readShows()
  edit('performances/teahouse.yaml', /'\+2w sat 19:30'/, "'+4w sat 19:30'")
  await api.importFrom(root)
  edit(
    'performances/teahouse.yaml',
    /(shows:\n)/,
    "$1  - { hall: pavilion, starts: '+2w sat 19:30', stock: [9, 9], sold: [0, 0] }\n",
  )
  await api.importFrom(root)
  expect(await readShows()).toEqual(expect.arrayContaining([...before, '10 3']))
})

test('a new file with the previous name of a renamed one gets a new number', async () => {
  removeNumbers(...ALL)
  await api.importFrom(root)
  const path = join(root, 'performances/peony.yaml')
  const renamed = join(root, 'performances/peony-pavilion.yaml')
  renameSync(path, renamed)
  await api.importFrom(root)
  writeFileSync(path, readFileSync(renamed, 'utf8').replace('牡丹亭', '牡丹亭上本'))
  await api.importFrom(root)
  expect(
    await list(`SELECT id, slug FROM performance WHERE slug LIKE 'peony%' ORDER BY id`),
  ).toEqual(['2 peony-pavilion', '4 peony'])
})

test('several shows that change at once are not mistaken for each other', async () => {
  removeNumbers('performances/teahouse.yaml')
  await api.importFrom(root)
  edit('performances/teahouse.yaml', /'\+2w sat 19:30'/, "'+4w sat 19:30'")
  edit('performances/teahouse.yaml', /'\+2w sun 14:00'/, "'+4w sun 14:00'")
  await api.importFrom(root)
  expect(await readShows()).toEqual(expect.arrayContaining(['10 3', '11 1']))
  expect((await readShows()).some((show) => show.startsWith('5 '))).toBe(false)
})

test('a renamed tier, and a renamed file with the same title, keep their numbers', async () => {
  removeNumbers(...ALL)
  edit('performances/peony.yaml', /(tiers:[^]*?zh-cn: )[^,]+,/, '$1池座,')
  renameSync(join(root, 'performances/peony.yaml'), join(root, 'performances/peony-pavilion.yaml'))
  const tiers = () =>
    list('SELECT id FROM tier WHERE performance_id = 2 AND published = 1 ORDER BY id')
  const before = await tiers()
  const { warnings } = await inspectContentFolder(root, api.db.query, api.clock.now)
  expect(warnings).toContainEqual(
    expect.stringMatching(
      /^performances\/peony-pavilion\.yaml has the title of peony\.yaml, .* its id 2, with orders/,
    ),
  )
  await api.importFrom(root)
  expect(await list(`SELECT id FROM performance WHERE slug = 'peony-pavilion'`)).toEqual(['2'])
  expect(await tiers()).toEqual(before)
})

test('price levels keep their numbers when their names are translated', async () => {
  const file = 'performances/teahouse.yaml'
  removeNumbers(file)
  edit(file, /name: \{ zh-cn: 甲票, /, 'name: { ')
  edit(file, /name: \{ zh-cn: 乙票, /, 'name: { ')
  await api.importFrom(root)
  const tiers = () =>
    list('SELECT id FROM tier WHERE performance_id = 1 AND published = 1 ORDER BY id')
  const before = await tiers()
  edit(file, /name: \{ en: A \}/, 'name: { zh-cn: 池座, en: A }')
  edit(file, /name: \{ en: B \}/, 'name: { zh-cn: 楼座, en: B }')
  await api.importFrom(root)
  expect(await tiers()).toEqual(before)
})

test('price levels that are renamed at once keep their numbers by their prices', async () => {
  const file = 'performances/teahouse.yaml'
  removeNumbers(file)
  await api.importFrom(root)
  const tiers = () =>
    list('SELECT id, price_fen FROM tier WHERE performance_id = 1 AND published = 1 ORDER BY id')
  const before = await tiers()
  edit(file, /zh-cn: 甲票, en: A/, 'zh-cn: 池座, en: Stalls')
  edit(file, /zh-cn: 乙票, en: B/, 'zh-cn: 楼座, en: Balcony')
  await api.importFrom(root)
  expect(await tiers()).toEqual(before)
})

test('a package with a new name keeps its number by its price', async () => {
  removeNumbers('site.yaml')
  await api.importFrom(root)
  edit('site.yaml', /zh-cn: 年卡, en: Year/, 'zh-cn: 金卡, en: Gold')
  await api.importFrom(root)
  expect(await list('SELECT id FROM member_package WHERE published = 1')).toEqual(['1'])
})

test('a translated price level keeps its number although a new one gets its price', async () => {
  const file = 'performances/teahouse.yaml'
  removeNumbers(file)
  edit(file, /name: \{ zh-cn: 甲票, /, 'name: { ')
  await api.importFrom(root)
  const student = '  - { name: { zh-cn: 学生票, en: Student }, price: 380, member_price: 342 }\n'
  edit(file, /name: \{ en: A \}, price: 380/, 'name: { zh-cn: 池座, en: A }, price: 420')
  edit(file, /tiers:\n/, `$&${student}`)
  edit(file, /(stock|sold): \[/g, '$1: [0, ')
  await api.importFrom(root)
  expect(await list('SELECT price_fen FROM tier WHERE id = 1')).toEqual(['42000'])
})

test('new price levels take over no numbers if several removed ones had their price', async () => {
  const file = 'performances/teahouse.yaml'
  removeNumbers(file)
  edit(file, /price: 180.5, member_price: 162.45/, 'price: 380, member_price: 342')
  await api.importFrom(root)
  edit(file, /zh-cn: 甲票, en: A/, 'zh-cn: 池座, en: Stalls')
  edit(file, /zh-cn: 乙票, en: B/, 'zh-cn: 楼座, en: Balcony')
  await api.importFrom(root)
  expect(await list('SELECT id FROM tier WHERE id IN (1, 2) AND published = 1')).toEqual([])
})

test('halls and categories whose slug changes keep their numbers', async () => {
  removeNumbers('site.yaml')
  await api.importFrom(root)
  for (const name of globSync('**/*.yaml', { cwd: root })) {
    const path = join(root, name)
    const text = readFileSync(path, 'utf8').replaceAll(/\b(hall|slug): stage\b/g, '$1: great-hall')
    writeFileSync(path, text.replaceAll(/\b(category|slug): movement\b/g, '$1: dance'))
  }
  await api.importFrom(root)
  expect(await list("SELECT id FROM hall WHERE slug = 'great-hall'")).toEqual(['1'])
  expect(await list("SELECT id FROM category WHERE slug = 'dance'")).toEqual(['1'])
})

test('halls of the same name at two venues are not mistaken for each other', async () => {
  removeNumbers('site.yaml')
  edit('site.yaml', /zh-cn: 亭, en: Pavilion/, 'zh-cn: 教室, en: Studio')
  await api.importFrom(root)
  const hall = '{ slug: attic, name: { zh-cn: 教室, en: Studio }, seats: 10 }'
  edit('site.yaml', /( +- )\{ slug: stage,/, `$1${hall}\n$&`)
  await api.importFrom(root)
  expect(await list("SELECT id FROM hall WHERE slug = 'attic'")).toEqual(['4'])
})

test('a hall keeps its number with a new slug when another venue opens one of the same name', async () => {
  removeNumbers('site.yaml')
  await api.importFrom(root)
  for (const name of globSync('**/*.yaml', { cwd: root })) {
    const path = join(root, name)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(/\b(hall|slug): stage\b/g, '$1: great-hall'))
  }
  edit(
    'site.yaml',
    /( +- )\{ slug: pavilion,[^\n]*/,
    '$&\n$1{ slug: attic, name: { zh-cn: 大厅, en: Stage }, seats: 10 }',
  )
  await api.importFrom(root)
  expect(await list("SELECT id FROM hall WHERE slug = 'great-hall'")).toEqual(['1'])
  expect(await list("SELECT id FROM hall WHERE slug = 'attic'")).toEqual(['4'])
})

test('a translated banner is not reported as a renamed file', async () => {
  edit('banners.yaml', /- id: 1\n +performance/, '- performance')
  edit('banners.yaml', /title: \{ zh-cn: 茶馆, /, 'title: { ')
  await api.importFrom(root)
  edit('banners.yaml', /title: \{ en: Teahouse \}/, 'title: { zh-cn: 新茶馆, en: Teahouse }')
  const { renamed } = await inspectContentFolder(root, api.db.query, api.clock.now)
  expect(renamed).toEqual([])
})

test('an item that is deleted and added again gets its previous number', async () => {
  removeNumbers(...ALL)
  await api.importFrom(root)
  const text = readFileSync(join(root, 'performances/peony.yaml'), 'utf8')
  rmSync(join(root, 'performances/peony.yaml'))
  await api.importFrom(root)
  writeFileSync(join(root, 'performances/peony.yaml'), text)
  await api.importFrom(root)
  expect(await list(`SELECT id FROM performance WHERE slug = 'peony' AND published = 1`)).toEqual([
    '2',
  ])
})

test('links by slug resolve to the number, in fields and in texts', async () => {
  edit('banners.yaml', /\?id=1/, '?id=teahouse')
  edit('about.yaml', /\(\/drama\/detail\?id=1\)/, '(/drama/detail?id=peony)')
  await api.importFrom(root)
  const { banners } = await api.read('GET /api/index/banner')
  expect(banners[0]?.link.href).toBe('/drama/detail?id=1')
  const [about] = await list(`SELECT data FROM page WHERE key = 'about' AND lang = 'zh-cn'`)
  expect(about).toContain('/drama/detail?id=2')
})

test('an item whose slug is a number is found by it', async () => {
  writeFileSync(
    join(root, 'performances/1984.yaml'),
    readFileSync(join(root, 'performances/peony.yaml'), 'utf8')
      .replace('牡丹亭', '一九八四')
      .replaceAll(/\bid: \d+/g, 'id: 0'),
  )
  edit('about.yaml', /\(\/drama\/detail\?id=1\)/, '(/drama/detail?id=1984)')
  await api.importFrom(root)
  const [about] = await list(`SELECT data FROM page WHERE key = 'about' AND lang = 'zh-cn'`)
  expect(about).toContain('/drama/detail?id=4"')
  expect(await findStored(api.db.query, 'performances', '1984')).toMatchObject({ id: 4 })
  expect(await findStored(api.db.query, 'performances', '4')).toMatchObject({ slug: '1984' })
  expect(await findStored(api.db.query, 'performances', 1984)).toBeNull()
})

test('an import that another one has overtaken does not change the numbers of that one', async () => {
  removeNumbers(...ALL)
  const peony = readFileSync(join(root, 'performances/peony.yaml'), 'utf8')
  const add = (name: string, title: string) =>
    writeFileSync(join(root, `performances/${name}.yaml`), peony.replace('牡丹亭', title))
  const numbers = () =>
    list("SELECT slug, id FROM content_source WHERE slug IN ('orphan', 'almond') ORDER BY slug")
  add('orphan', '赵氏孤儿')
  const { promise: isReading, resolve: setReading } = Promise.withResolvers<void>()
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const { files } = api.deps
  const slowFiles: typeof files = Object.create(files, {
    listNames: {
      async value(folder: string) {
        setReading()
        await mayGoOn
        return files.listNames(folder)
      },
    },
  })
  const slow = importContent(api.db, {
    root,
    dataDir: api.dataDir,
    files: slowFiles,
    cacheDir: join(api.dataDir, 'cache'),
    now: () => api.clock.now,
  })
  await isReading
  add('almond', '杏花')
  await api.importFrom(root)
  const expected = await numbers()
  expect(expected).toHaveLength(2)
  goOn()
  await slow
  expect(await numbers()).toEqual(expected)
})
