import { sql } from 'kysely'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FSWatcher } from 'chokidar'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readContentFaults } from '#scripts/lib/content-faults.ts'
import { MINUTE } from '#scripts/lib/durations.ts'
import { watchContent, type ContentWatch } from '#scripts/admin-api/publishing/watch-content.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import {
  copyFixture,
  createConfig,
  createTemporaryFolder,
  editFile,
  openAdminApi,
  type TestAdminApi,
} from '#tests/support/admin-api.ts'
import { buildTicketOrder, createBuyer } from '#tests/support/buyer.ts'
import { readRow, readSql } from '#tests/support/database.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { applyToActivity } from './application-forms.ts'

let api: TestAdminApi
let root: string
let watching: ContentWatch
let changes = 0
let lines: string[] = []
let logs: string[] = []
beforeEach(async () => {
  api = await openAdminApi()
  root = copyFixture(api.dataDir)
  changes = 0
  lines = []
  logs = []
  watching = watchFolder(DEBOUNCE_MS)
  await watching.sync()
})
afterEach(async () => {
  await watching.stop()
  await api.close()
})

/** Longer than the 50 ms in which chokidar reports only one change of a file: the import includes later ones. */
const DEBOUNCE_MS = 60

const watchFolder = (debounceMs: number): ContentWatch =>
  watchContent({
    db: api.db,
    logger: pino({ level: 'warn' }, { write: (line) => logs.push(line) }),
    root,
    dataDir: api.dataDir,
    files: api.deps.files,
    cacheDir: join(api.dataDir, 'cache'),
    now: () => api.clock.now,
    debounceMs,
    retryMs: 100,
    onChange: () => {
      changes += 1
    },
    announce: (line) => lines.push(line),
  })

const edit = (file: string, from: RegExp, to: string): void => editFile(join(root, file), from, to)
const readTitle = async () =>
  (await api.read('GET /api/perform/detail', { query: { id: 2 } })).title
const readFaults = () => readContentFaults(api.dataDir)
const readOutbox = async () => await readSql(api.db, sql`SELECT changes FROM content_delivery`)

test('a saved file is imported, and the site is notified', async () => {
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  await expect.poll(readTitle).toBe('还魂记')
  expect(await readOutbox()).toEqual([{ changes: expect.stringContaining('"id":2') }])
  await expect.poll(() => changes).toBe(1)
})

const isShown = async () =>
  (await readRow(api.db, sql`SELECT published FROM show WHERE id = 5`))?.['published'] === 1
const removeShow = () => edit('performances/teahouse.yaml', /^ {2}- \{ id: 5,.*\n/m, '')

async function buyTickets(member: TestMember) {
  const buyer = createBuyer(api, member)
  const order_no = await buyer.buy(buildTicketOrder(2))
  return { buyer, order_no }
}

test('a folder without a show or item with open orders is not imported until staff confirm', async () => {
  const member = await createMember(api)
  await applyToActivity(api, member)
  const { buyer, order_no } = await buyTickets(member)
  removeShow()
  rmSync(join(root, 'activities/open-day.yaml'))
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  await watching.sync()
  expect(readFaults()).toEqual([
    expect.stringMatching(
      /^activities\/open-day\.yaml: .* removes activity 1 with 1 application\./,
    ),
    expect.stringMatching(/^performances\/teahouse\.yaml: .* show 5 with 1 order, 2 tickets\./),
  ])
  expect([await isShown(), await readTitle()]).toEqual([true, '牡丹亭'])
  const config = { ...createConfig(api.dataDir), contentDir: root }
  const confirmed = await runAdminLine(api, ['content', 'import', root, '--yes'], {
    readConfig: () => config,
  })
  expect(confirmed).toMatchObject({ code: 0 })
  expect([await isShown(), await readTitle()]).toEqual([false, '还魂记'])
  // An import of the folder that began before may save its faults afterwards.
  await expect.poll(readFaults).toEqual([])
  await watching.sync()
  expect(lines).toEqual([`All files of ${root} are valid.`])
  expect(await buyer.read(order_no)).toMatchObject({ status: 'paid' })
})

test('a removed show is hidden once staff have cancelled it', async () => {
  await buyTickets(await createMember(api))
  removeShow()
  await watching.sync()
  expect(await isShown()).toBe(true)
  await runAdminLine(api, ['shows', 'cancel', '5', '--yes'])
  await watching.sync()
  expect([await isShown(), readFaults()]).toEqual([false, []])
})

test('orders that do not come back with a restored show are reported', async () => {
  await buyTickets(await createMember(api))
  await runAdminLine(api, ['shows', 'cancel', '5', '--yes'])
  edit('performances/teahouse.yaml', /\{ id: 5,/, '{ id: 5, cancelled: true,')
  await watching.sync()
  expect(logs.join('')).not.toContain('takes place again')
  edit('performances/teahouse.yaml', / cancelled: true,(?= hall: pavilion)/, '')
  await watching.sync()
  expect(logs.join('')).toContain('Show 5 takes place again. 1 order for it ended')
})

test('a removed show is hidden without another save once its last order has been refunded', async () => {
  const { buyer, order_no } = await buyTickets(await createMember(api))
  removeShow()
  await expect.poll(readFaults).toHaveLength(1)
  await buyer.call('POST /api/order/refund', { order_no })
  await expect.poll(isShown).toBe(false)
  expect(readFaults()).toEqual([])
})

test('a removed show that is over is hidden, although its orders are paid', async () => {
  await buyTickets(await createMember(api))
  api.clock.now += 30 * 24 * 60 * MINUTE
  removeShow()
  await expect.poll(isShown).toBe(false)
  expect(readFaults()).toEqual([])
})

test('a file replaced by rename, as editors do, is imported once', async () => {
  const path = join(root, 'performances/peony.yaml')
  const beside = join(root, 'performances/.peony.yaml.swp')
  writeFileSync(beside, readFileSync(path, 'utf8').replace('zh-cn: 牡丹亭,', 'zh-cn: 还魂记,'))
  renameSync(beside, path)
  await expect.poll(readTitle).toBe('还魂记')
  // The watcher continues with the file that has the name now.
  edit('performances/peony.yaml', /zh-cn: 还魂记,/, 'zh-cn: 牡丹亭,')
  await expect.poll(readTitle).toBe('牡丹亭')
  await expect.poll(() => changes).toBe(2)
})

test('files written in quick succession are one import', async () => {
  await watching.stop()
  watching = watchFolder(500)
  await watching.sync()
  const names = ['peony', 'teahouse', 'thunderstorm']
  for (const name of names) {
    const path = join(root, 'performances', `${name}.yaml`)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace(/^title: \{ (zh-cn|en): /m, '$&新'))
  }
  await expect.poll(readTitle).toBe('新牡丹亭')
  expect(changes).toBe(1)
  expect(await readOutbox()).toHaveLength(1)
})

test('a faulty file changes nothing and is reported with its line until it is fixed', async () => {
  edit('performances/peony.yaml', /genre: kunqu/, 'genre: opera')
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  await expect
    .poll(readFaults)
    .toEqual([
      'performances/peony.yaml:3: genre: There is no genre "opera": it would be a slug under genres in site.yaml.',
    ])
  expect([await readTitle(), await readOutbox()]).toEqual(['牡丹亭', []])
  edit('performances/peony.yaml', /title: \{/, 'title: [{')
  await expect
    .poll(() => readFaults()[0])
    .toMatch(/^performances\/peony\.yaml:\d+: \(whole file\): /)
  edit('performances/peony.yaml', /title: \[\{/, 'title: {')
  edit('performances/peony.yaml', /genre: opera/, 'genre: kunqu')
  await expect.poll(readTitle).toBe('还魂记')
  expect(readFaults()).toEqual([])
})

test('a faulty file keeps its previous content while edits of other files are imported', async () => {
  const path = (name: string) => join(root, `performances/${name}.yaml`)
  const readShownTitle = async (id: number) =>
    (await api.read('GET /api/perform/detail', { query: { id } })).title
  const before = await readSql(api.db, sql`SELECT id, slug FROM content_source ORDER BY kind, id`)
  const numbers = await readSql(
    api.db,
    sql`SELECT kind, owner, name, id FROM content_number ORDER BY 1, 2, 3`,
  )
  edit('performances/peony.yaml', /genre: kunqu/, 'genre: opera')
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  edit('performances/teahouse.yaml', /zh-cn: 茶馆,/, 'zh-cn: 新茶馆,')
  edit('calendar.yaml', /每一天/, '每一夜')
  // A faulty new item is left out without blocking the others.
  writeFileSync(path('unwritten'), 'title: { zh-cn: 未写, en: Unwritten }\n')
  await watching.sync()

  expect(await readTitle()).toBe('牡丹亭')
  expect(await readShownTitle(1)).toBe('新茶馆')
  expect(JSON.stringify(await api.read('POST /api/index/calendar'))).toContain('每一夜')
  const shown = (await readOutbox()).map(({ changes: sent }) => String(sent))
  expect(shown).toHaveLength(1)
  expect(shown[0]).not.toContain('"id":2')
  const expectedFaults = [
    expect.stringMatching(
      /^performances\/peony\.yaml:3: genre: There is no genre "opera": it would/,
    ),
    expect.stringMatching(/^performances\/unwritten\.yaml:1: tiers: /),
  ]
  expect(readFaults()).toEqual(expect.arrayContaining(expectedFaults))
  expect(readContentFaults(api.dataDir)).toEqual(readFaults())
  expect(await readSql(api.db, sql`SELECT id, slug FROM content_source ORDER BY kind, id`)).toEqual(
    before,
  )
  expect(
    await readSql(api.db, sql`SELECT kind, owner, name, id FROM content_number ORDER BY 1, 2, 3`),
  ).toEqual(numbers)

  rmSync(path('unwritten'))
  edit('performances/peony.yaml', /genre: opera/, 'genre: kunqu')
  await watching.sync()
  expect(await readTitle()).toBe('还魂记')
  expect([readFaults(), readContentFaults(api.dataDir)]).toEqual([[], []])
})

test('imports go on after the list of faults could not be written', async () => {
  // The list cannot replace a folder.
  const list = join(api.dataDir, 'content-faults.json')
  mkdirSync(list)
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  await watching.sync()
  rmSync(list, { recursive: true })
  edit('performances/peony.yaml', /zh-cn: 还魂记,/, 'zh-cn: 牡丹亭 上本,')
  await watching.sync()
  expect(await readTitle()).toBe('牡丹亭 上本')
})

test('known faults are logged with each save, those of the whole folder once, and not by retries', async () => {
  const countLogs = async (text: string) => {
    watching = watchFolder(MINUTE)
    for (let saves = 0; saves < 2; saves += 1) await watching.sync()
    // Several retries.
    await sleep(500)
    await watching.stop()
    return logs.filter((line) => line.includes(text)).length
  }
  await watching.stop()
  edit('performances/peony.yaml', /genre: kunqu/, 'genre: opera')
  expect(await countLogs('faulty content files')).toBe(2)
  renameSync(root, `${root}-away`)
  expect(await countLogs('the content folder cannot be imported')).toBe(1)
})

test('a faulty file is imported without another save once its fault is gone', async () => {
  const { buyer, order_no } = await buyTickets(await createMember(api))
  const text = readFileSync(join(root, 'performances/teahouse.yaml'), 'utf8')
  const show = /^ {2}- \{ id: 5,.*$/m.exec(text)?.[0] ?? ''
  edit(
    'performances/teahouse.yaml',
    /^ {2}- \{ id: 5,.*$/m,
    show.replace('{ id: 5,', '{ id: 5, moved: true,'),
  )
  await expect.poll(readFaults).toHaveLength(1)
  await buyer.call('POST /api/order/refund', { order_no })
  await expect.poll(readFaults).toEqual([])
})

test('a damaged picture keeps the items that use it, and other edits are imported', async () => {
  const whole = sharp({ create: { width: 800, height: 600, channels: 3, background: '#a33' } })
  const truncated = (await whole.jpeg().toBuffer()).subarray(0, -100)
  writeFileSync(join(root, 'media/pictures/new.jpg'), truncated)
  edit('performances/peony.yaml', /pictures\/\w+\.svg/, 'pictures/new.jpg')
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  edit('performances/teahouse.yaml', /zh-cn: 茶馆,/, 'zh-cn: 新茶馆,')
  await watching.sync()
  expect(await readTitle()).toBe('牡丹亭')
  expect((await api.read('GET /api/perform/detail', { query: { id: 1 } })).title).toBe('新茶馆')
  expect(readFaults()).toEqual([
    expect.stringMatching(
      /^performances\/peony\.yaml:\d+: poster\.file: media\/pictures\/new\.jpg: This file is damaged or not a \.jpg file\.$/,
    ),
  ])
})

test('a damaged picture that staff have set keeps the item, and other edits are imported', async () => {
  const picture = join(root, 'media/pictures/new.svg')
  cpSync(join(root, 'media/pictures/red.svg'), picture)
  edit('performances/peony.yaml', /pictures\/blue\.svg/, 'pictures/new.svg')
  await watching.sync()
  const set = ['content', 'set', 'performances', 'teahouse', 'poster.file', 'pictures/new.svg']
  expect(await runAdminLine(api, set)).toMatchObject({ code: 0 })
  edit('performances/peony.yaml', /pictures\/new\.svg/, 'pictures/blue.svg')
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  writeFileSync(picture, 'no picture')
  await watching.sync()
  expect(await readTitle()).toBe('还魂记')
  expect(readFaults()).toEqual([
    expect.stringMatching(
      /^performances\/teahouse\.yaml:\d+: poster\.file: media\/pictures\/new\.svg: This file is damaged/,
    ),
  ])
})

test('a folder that was moved away and back is watched again', async () => {
  renameSync(root, `${root}-away`)
  await expect.poll(readFaults).toEqual([expect.stringContaining('no folder')])
  renameSync(`${root}-away`, root)
  await expect.poll(readFaults).toEqual([])
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  await expect.poll(readTitle).toBe('还魂记')
})

test('a folder that cannot be read for a while is watched again', async () => {
  renameSync(root, `${root}-away`)
  symlinkSync(root, root)
  await expect.poll(readFaults).toEqual([expect.stringContaining('no folder')])
  rmSync(root)
  renameSync(`${root}-away`, root)
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  await expect.poll(readTitle).toBe('还魂记')
})

test('a folder that was replaced by another one is watched', async () => {
  cpSync(root, `${root}-next`, { recursive: true })
  renameSync(root, `${root}-previous`)
  renameSync(`${root}-next`, root)
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  await expect.poll(readTitle).toBe('还魂记')
})

test('an item with a deleted file stays while others refer to it, and other edits are imported', async () => {
  const countItems = async () =>
    await readRow(api.db, sql`SELECT count(*) AS count FROM content_source`)
  const before = await countItems()
  renameSync(join(root, 'artists/mei-lan.yaml'), join(root, 'mei-lan.txt'))
  edit('performances/peony.yaml', /zh-cn: 牡丹亭,/, 'zh-cn: 还魂记,')
  edit('performances/teahouse.yaml', /zh-cn: 茶馆,/, 'zh-cn: 新茶馆,')
  await watching.sync()
  expect(await countItems()).toEqual(before)
  expect(await readTitle()).toBe('还魂记')
  expect((await api.read('GET /api/perform/detail', { query: { id: 1 } })).title).toBe('新茶馆')
  expect(readFaults().join()).toContain('season.yaml:5: artists.0: There is no artist "mei-lan"')
})

test('site.yaml stays while other files use a hall that it no longer has, and other edits are imported', async () => {
  const readHalls = async () =>
    (await readSql(api.db, sql`SELECT slug FROM hall WHERE published = 1 ORDER BY id`)).map(
      ({ slug }) => slug,
    )
  edit(
    'site.yaml',
    /^ {6}- \{ id: 3, slug: pavilion,.*\n/m,
    '      - { id: 4, slug: barn, name: { en: Barn }, seats: 9 }\n',
  )
  edit('performances/thunderstorm.yaml', /en: Thunderstorm/, 'zh-cn: 雷雨')
  await watching.sync()
  const storm = await api.read('GET /api/perform/detail', { query: { id: 3 } })
  expect(storm.title).toBe('雷雨')
  expect(await readHalls()).toEqual(['stage', 'studio', 'pavilion'])
  expect(readFaults().join('\n')).toMatch(
    /^performances\/peony.yaml:.*There is no hall "pavilion"/m,
  )
  expect(readFaults()).toContain(
    'site.yaml: (whole file): It remains unchanged while other files refer to entries that it no longer has: courses/first-steps.yaml, performances/peony.yaml, performances/teahouse.yaml.',
  )
  const users = ['courses/first-steps', 'performances/peony', 'performances/teahouse']
  for (const file of users) edit(`${file}.yaml`, /hall: pavilion/, 'hall: barn')
  await watching.sync()
  expect([await readHalls(), readFaults()]).toEqual([['stage', 'studio', 'barn'], []])
})

test.each(['', 'id: 2\n'])(
  'a renamed file keeps its id although others refer to its previous name, with %j in it',
  async (id) => {
    const readArtists = async () =>
      await readSql(api.db, sql`SELECT id, slug FROM content_source WHERE kind = 'artists'`)
    edit('artists/mei-lan.yaml', /^id: 2\n/m, id)
    await watching.sync()
    const before = await readArtists()
    expect(before).toContainEqual({ id: 2, slug: 'mei-lan' })
    renameSync(join(root, 'artists/mei-lan.yaml'), join(root, 'artists/mei.yaml'))
    await watching.sync()
    expect(await readArtists()).toEqual(before)
    expect(readFaults().join()).toContain('There is no artist "mei-lan"')
    const users = ['season', 'courses/studio-year', 'courses/first-steps', 'performances/teahouse']
    for (const file of users) edit(`${file}.yaml`, /mei-lan/g, 'mei')
    await watching.sync()
    expect(await readArtists()).toContainEqual({ id: 2, slug: 'mei' })
    expect([(await readArtists()).length, readFaults()]).toEqual([before.length, []])
  },
)

test('unchanged pictures are not processed again', async () => {
  const banners = await api.read('GET /api/index/banner')
  const name = banners.banners[0]?.image.url ?? ''
  // A corrupted copy shows whether it is read: only a missing copy is created again.
  const copy = join(api.dataDir, 'media', name)
  writeFileSync(copy, 'corrupted')
  edit('calendar.yaml', /每一天/, '每一夜')
  await watching.sync()
  expect(readFileSync(copy, 'utf8')).toBe('corrupted')
  expect(await api.read('GET /api/index/banner')).toEqual(banners)
  rmSync(copy)
  await watching.sync()
  expect(existsSync(copy)).toBe(true)
})

test('an API releases its data folder although a step of its stop fails', async () => {
  using folder = createTemporaryFolder()
  const config = { ...createConfig(folder.path), contentDir: root }
  const first = await startAdminApi(config, { logger: SILENT_LOGGER })
  const { close } = FSWatcher.prototype
  const spy = vi.spyOn(FSWatcher.prototype, 'close').mockImplementation(async function (
    this: FSWatcher,
  ) {
    await close.call(this)
    throw new Error('the watcher fails')
  })
  await expect(first.close()).rejects.toThrow('the watcher fails')
  spy.mockRestore()
  const next = await startAdminApi(config, { logger: SILENT_LOGGER })
  await next.close()
})

test('a running API imports its content folder at startup and on changes', async () => {
  using folder = createTemporaryFolder()
  const config = { ...createConfig(folder.path), contentDir: root }
  const running = await startAdminApi(config, { logger: SILENT_LOGGER })
  const ready = async () => {
    const body: unknown = await (await fetch(`${running.url}/readyz`)).json()
    return body
  }
  try {
    expect(await ready()).not.toHaveProperty('content_faults')
    edit('season.yaml', /mei-lan/, 'somebody')
    await expect.poll(ready).toMatchObject({
      status: 'ready',
      content_faults: [
        'season.yaml:5: artists.0: There is no artist "somebody": it would be artists/somebody.yaml.',
      ],
    })
  } finally {
    await running.close()
  }
})
