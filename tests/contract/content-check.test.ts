import { sql } from 'kysely'
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_FONT_BYTES } from '#api/brand.ts'
import {
  copyFixture,
  createTemporaryFolder,
  editFile,
  openAdminApi,
  type TestAdminApi,
} from '#tests/support/admin-api.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import { runSql } from '#tests/support/database.ts'

let api: TestAdminApi
let root: string
beforeEach(async () => {
  api = await openAdminApi()
  root = copyFixture(api.dataDir)
})
afterEach(() => api.close())

const edit = (file: string, from: RegExp, to: string): void => editFile(join(root, file), from, to)
const check = (folder = root, dataDir = api.dataDir) =>
  runStaffLine({ dataDir }, ['content', 'check', folder])

async function readFaults(folder = root): Promise<string[]> {
  const error = await check(folder).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (error instanceof Error) return error.message.replaceAll(root, '').split('\n')
  throw new Error('expected faults')
}

test('content check rejects an invalid picture and warns of valid but unusual values', async () => {
  edit('site.yaml', /^phone: .*$/m, "phone: 'call us'")
  edit('performances/teahouse.yaml', /^sale_starts: .*$/m, "sale_starts: '+90d 10:00'")
  edit('performances/teahouse.yaml', /member_price: \d+/, 'member_price: 9000')
  edit('performances/teahouse.yaml', /, en: A play in three acts/, '')
  const output = await check()
  expect(output).toMatch(/warning: site\.yaml:\d+: phone: This is not a phone number\./)
  expect(output).toMatch(
    /performances\/teahouse\.yaml:\d+: sale_starts: The sale opens after the last show/,
  )
  expect(output).toMatch(/tiers\.0\.member_price: Members pay more/)
  expect(output).toMatch(/lacks? English in places: .*performances\/teahouse\.yaml/)
  expect(output).toMatch(/is valid, with \d+ warnings/)

  const small = sharp({ create: { width: 300, height: 200, channels: 3, background: '#a33' } })
  await small.jpeg().toFile(join(root, 'media/pictures/small.jpg'))
  edit('performances/peony.yaml', /pictures\/\w+\.svg/, 'pictures/small.jpg')
  expect(await check()).toContain(
    'warning: media/pictures/small.jpg: 300 × 200 pixels look blurred',
  )

  writeFileSync(join(root, 'media/pictures/fake.jpg'), 'no picture')
  edit('performances/teahouse.yaml', /pictures\/\w+\.svg/, 'pictures/fake.jpg')
  expect(await readFaults()).toEqual([
    '1 fault in the content:',
    'media/pictures/fake.jpg: (whole file): This file is damaged or not a .jpg file.',
  ])
  const whole = readFileSync(join(root, 'media/pictures/small.jpg'))
  writeFileSync(join(root, 'media/pictures/fake.jpg'), whole.subarray(0, -100))
  expect((await readFaults())[1]).toContain('This file is damaged')
})

test('content check compares offsets with the time zone of the folder', async () => {
  edit('site.yaml', /^phone: /m, 'time_zone: Europe/London\nphone: ')
  edit(
    'performances/teahouse.yaml',
    /^sale_starts: .*$/m,
    "sale_starts: '2027-05-01T10:00:00+01:00'",
  )
  expect(await check()).not.toContain('has another offset')
  edit('performances/teahouse.yaml', /T10:00:00\+01:00/, 'T10:00:00+08:00')
  expect(await check()).toContain(
    "The venue's time zone has another offset: this is shown as 2027-05-01T03:00:00+01:00.",
  )
})

test('content check warns of fields without effect', async () => {
  edit(
    'site.yaml',
    /^name:/m,
    'sections: [performances, courses]\nhome_acts: [courses, artists]\nname:',
  )
  edit('courses/studio-year.yaml', /admission: apply/, 'admission: book')
  edit('courses/first-steps.yaml', /^dates:\n(?: .*\n)+/m, 'dates: []\n')
  const output = await check()
  expect(output).toMatch(
    /site\.yaml:\d+: home_acts\.1: The home page leaves out "artists", which is not in "sections"\./,
  )
  expect(output).toMatch(
    /site\.yaml:\d+: links\.0\.href: "about" is not in "sections": the site shows the text without the link\./,
  )
  expect(output).not.toMatch(/"performances" is not in "sections"/)
  expect(output).toMatch(
    /studio-year\.yaml:\d+: application: It has no effect with "admission: book"/,
  )
  expect(output).toMatch(/first-steps\.yaml:\d+: packages: They are not sold: there are no dates/)
})

test('content check finds all faults of form, references, names, media and stock in one pass', async () => {
  await runSql(api.db, sql`UPDATE show_tier SET held = 5 WHERE show_id = 2 AND tier_id = 1`)
  edit('site.yaml', /tagline: \{ zh-cn: 一句话,/, 'tagline: { zh-cn: 剧场, 话剧,')
  edit('artists/mei-lan.yaml', /^latin_name:.*$/m, '')
  edit('artists/lao-she.yaml', /^latin_name:/m, 'latin_nam:')
  edit('performances/peony.yaml', /duration_min: \d+/, "duration_min: '120 min'")
  edit('performances/peony.yaml', /genre: kunqu/, 'genre: opera')
  edit('banners.yaml', /\?id=1/, '?id=macbeth')
  edit('about.yaml', /\(\/drama\/detail\?id=1\)/, '(/drama/detail?id=99)')
  copyFileSync(join(root, 'artists/hidden.yaml'), join(root, 'artists/Ada Joins.yaml'))
  mkdirSync(join(root, 'media/news'))
  writeFileSync(join(root, 'media/news/Foto 1.JPG'), '[')
  edit('courses/first-steps.yaml', /pictures\/green\.svg/, 'pictures/none.svg')
  edit(
    'performances/teahouse.yaml',
    /stock: \[50, 50\], sold: \[10, 20\]/,
    'stock: [14, 50], sold: [10, 20]',
  )
  edit('courses/studio-year.yaml', /closes: '\+20d 18:00'/, "closes: '-20d 18:00'")
  edit('calendar.yaml', /$/, 'title: { en: Again }\n')

  expect(await readFaults()).toEqual([
    '13 faults in the content:',
    'about.yaml:9: body.1.text.zh-cn: Link to /drama/detail?id=99: There is no performance with the id 99.',
    expect.stringMatching(
      /^artists\/Ada Joins\.yaml.*: The name becomes part of links.* Rename it to ada-joins\.yaml\.$/,
    ),
    'artists/lao-she.yaml:3: latin_nam: There is no field "latin_nam". Write "latin_name".',
    'artists/mei-lan.yaml:2: latin_name: "latin_name" is missing.',
    expect.stringMatching(
      /^banners\.yaml:\d+: banners\.0\.link\.href: Link to \/drama\/detail\?id=macbeth: There is no performance "macbeth": it would be performances\/macbeth\.yaml\.$/,
    ),
    expect.stringMatching(
      /^calendar\.yaml:\d+: \(whole file\): This field occurs twice\. Keep one of them\.$/,
    ),
    'courses/first-steps.yaml:6: poster.file: There is no file media/pictures/none.svg.',
    'courses/studio-year.yaml:11: application.closes: The application must close after it opens.',
    expect.stringMatching(
      /^media\/news\/Foto 1\.JPG: \(whole file\): Names of media use .*rename it to foto-1\.jpg/,
    ),
    'performances/peony.yaml:3: genre: There is no genre "opera": it would be a slug under genres in site.yaml.',
    'performances/peony.yaml:10: duration_min: Expected a number; found "120 min". Write it without quotes and units.',
    'performances/teahouse.yaml:30: shows.1.stock.0: 14 places are too few: 15 are taken by orders. Write 15 or more, or refund orders first.',
    'site.yaml:2: tagline.话剧: "话剧" is not a language: only zh-cn and en are possible. If it is part of a text with a comma, put the text in quotes.',
  ])
})

test('content check names the field of a block that a misspelt one means', async () => {
  edit('about.yaml', /- type: paragraph\n( +)text:/, '- type: paragraph\n$1txt:')
  expect(await readFaults()).toEqual([
    '1 fault in the content:',
    expect.stringMatching(
      /^about\.yaml:\d+: body\.\d\.txt: There is no field "txt"\. Write "text"\.$/,
    ),
  ])
})

test('content check rejects a nonexistent date with its line and the valid days of the month', async () => {
  edit('courses/studio-year.yaml', /closes: '[^']*'/, "closes: '2026-11-31T14:30:00+08:00'")
  expect((await readFaults())[1]).toMatch(
    /^courses\/studio-year\.yaml:11: application\.closes: "2026-11-31T14:30:00\+08:00": there is no such day, 2026-11 has the days 01 to 30\.$/,
  )
})

test('content check rejects an id that addresses cannot contain', async () => {
  edit('performances/peony.yaml', /^id: 2$/m, 'id: 2027050801')
  expect((await readFaults())[1]).toBe(
    'performances/peony.yaml:2: id: 2027050801 is too large: the maximum is 999999999.',
  )
})

test('content check reports a duplicate slug with both places', async () => {
  const halls = /^( *)- (\{ .*slug: ([\w-]+).*seats: .*\})$/m
  edit('site.yaml', halls, '$1- $2\n$1- { slug: $3, name: { en: Again }, seats: 9 }')
  expect((await readFaults()).slice(1)).toEqual([
    expect.stringMatching(
      /^site\.yaml:\d+: venues\.0\.halls\.1\.slug: The hall "[\w-]+" exists twice: venues\.0\.halls\.0\.slug is the same\. Give one of them another slug\.$/,
    ),
  ])
})

test('content check reports an accent colour with low contrast once, with the given colour', async () => {
  edit('site.yaml', /^name:/m, "brand: { theme: { accent: '#ff9900' } }\nname:")
  expect((await readFaults()).slice(1)).toEqual([
    'site.yaml:1: brand.theme.accent: paper (#f7f2e8) on accent (#ff9900): contrast 1.9, at least 4.5 is needed.',
  ])
})

test('content check reports a link with a percent sign that encodes nothing', async () => {
  edit('site.yaml', /href: \/about\/about/, 'href: /50%-off')
  expect((await readFaults())[1]).toMatch(
    /^site\.yaml:15: links\.0\.href: Link to \/50%-off: The site has no page \/50%-off\.$/,
  )
})

test('content check reports a link to a missing item on an embeddable page', async () => {
  edit('site.yaml', /href: \/about\/about/, 'href: /news/custom-el?id=nothing')
  expect((await readFaults())[1]).toContain(
    'There is no artist news "nothing": it would be artist-news/nothing.yaml.',
  )
})

test('content check ignores backup files of editors and systems', async () => {
  const leftovers = ['peony.yaml~', 'peony.yaml.bak', '#peony.yaml#', '.peony.yaml.swp']
  for (const name of [...leftovers, 'peony.bak', '.DS_Store', 'Thumbs.db']) {
    for (const folder of ['performances', 'media/pictures', '.']) {
      writeFileSync(join(root, folder, name), 'left')
    }
  }
  expect(await check()).toContain('is valid')
})

test('content check explains an empty or missing folder in one sentence', async () => {
  using folder = createTemporaryFolder()
  expect(await readFaults(folder.path)).toEqual([
    expect.stringMatching(/^The folder .* is empty\. "npm run admin -- content init DIR" writes/),
  ])
  expect(await readFaults(join(folder.path, 'none'))).toEqual([
    expect.stringMatching(
      /^There is no folder .*none\. "npm run admin -- content init DIR" writes/,
    ),
  ])
})

test.each([
  ['a special character', '@ home'],
  ['emphasis as a whole', '*Tonight*'],
  ['a link', 'See [the play](/drama/detail?id=teahouse).'],
])('content check reports %s that needs quotes with its line and the remedy', async (_, en) => {
  edit('calendar.yaml', /^subtitle:.*$/m, `subtitle: { zh-cn: 每天, en: ${en} }`)
  expect((await readFaults())[1]).toMatch(
    /^calendar\.yaml:\d+: \(whole file\): This cannot be read: .*put that text in quotes/,
  )
})

test.each([
  ['a full-width colon', /^subtitle: /m, 'subtitle：', /write the signs : , \{ \} in half width/],
  ['a tab', /^hero:.*$/m, 'hero:\n\tx: 1', /begins with a tab. Indent with spaces.$/],
  ['a second document', /^hero:/m, '---\nhero:', /begins a second document. Remove it/],
])('content check reports %s once, with its line and the remedy', async (_, from, to, remedy) => {
  edit('calendar.yaml', from, to)
  const [, ...faults] = await readFaults()
  expect(faults).toEqual([expect.stringMatching(/^calendar\.yaml:\d+: \(whole file\): /)])
  expect(faults[0]).toMatch(remedy)
})

test('content check reports a file in another encoding, and a folder in place of a file', async () => {
  writeFileSync(join(root, 'calendar.yaml'), Buffer.from('title: { zh-cn: \xc8\xd5 }', 'latin1'))
  mkdirSync(join(root, 'artists/ada.yaml'))
  expect((await readFaults()).slice(1)).toEqual([
    expect.stringMatching(/^artists\/ada\.yaml: .*This cannot be read: EISDIR/),
    expect.stringMatching(/^calendar\.yaml: .*Save the file with the encoding UTF-8\.$/),
  ])
})

test('content check suggests no name for a picture whose name has no Latin letters', async () => {
  writeFileSync(join(root, 'media/pictures/海报.jpg'), 'a poster')
  expect((await readFaults())[1]).toContain('"-" and "."; rename it, and update references')
})

test('an unreadable site.yaml does not cause faults in files that refer to it', async () => {
  edit('site.yaml', /^name: \{/m, 'name: [{')
  const [summary, ...faults] = await readFaults()
  expect([summary, faults.length]).toEqual(['1 fault in the content:', 1])
})

test('content check passes a valid folder, also without a database', async () => {
  expect(await check()).toContain('is valid')
  using folder = createTemporaryFolder()
  expect(await check(root, folder.path)).toContain('is valid')
})

test('content set rejects a stock below sold and held places', async () => {
  await runSql(api.db, sql`UPDATE show_tier SET held = 5 WHERE show_id = 2 AND tier_id = 1`)
  const set = runStaffLine(api, 'content set performances teahouse shows.2.stock.0 14')
  await expect(set).rejects.toThrow('shows.1.stock.0: 14 places are too few: 15 are taken')
})

test('content check rejects moving a show without the tickets of its orders', async () => {
  edit('performances/teahouse.yaml', /^( +- \{ id: 5,)/m, '$1 moved: true,')
  expect(await check()).toContain('is valid')
  await runSql(api.db, sql`UPDATE show_tier SET sold = sold + 2 WHERE show_id = 5 AND tier_id = 2`)
  expect((await readFaults()).slice(1)).toEqual([
    expect.stringMatching(
      /shows\.\d+\.moved: Orders have 2 tickets of this show.* Change "starts" instead/,
    ),
  ])
})

test('content check reports a renamed file that others refer to by its old name', async () => {
  renameSync(join(root, 'artists/mei-lan.yaml'), join(root, 'artists/mei-lan-fang.yaml'))
  expect((await readFaults()).join('\n')).toContain(
    'There is no artist "mei-lan": it would be artists/mei-lan.yaml.',
  )
})

test('content check rejects a font file that browsers cannot use, with file, field and remedy', async () => {
  const place = (name: string, bytes: string | Uint8Array) => {
    mkdirSync(join(root, 'media/brand'), { recursive: true })
    writeFileSync(join(root, 'media/brand', name), bytes)
  }
  const useFont = (name: string) => {
    const site = readFileSync(join(root, 'site.yaml'), 'utf8').replace(/^brand:.*\n/m, '')
    const fonts = `brand: { fonts: { display_font: { file: brand/${name} } } }\n`
    writeFileSync(join(root, 'site.yaml'), site + fonts)
  }
  const font = readFileSync(
    createRequire(import.meta.url).resolve(
      '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2',
    ),
  )
  const line = /^site\.yaml:\d+: brand\.fonts\.display_font\.file: /

  place('own.woff2', font)
  useFont('own.woff2')
  expect(await check()).toContain('is valid')

  place('page.woff2', '<!doctype html><title>Not found</title>')
  useFont('page.woff2')
  const text = (await readFaults()).find((fault) => line.test(fault))
  expect(text).toContain('media/brand/page.woff2 cannot be read as a font: use a .woff2 or .ttf')

  place('large.ttf', new Uint8Array(MAX_FONT_BYTES + 1))
  useFont('large.ttf')
  const large = (await readFaults()).find((fault) => line.test(fault))
  expect(large).toContain('media/brand/large.ttf has 301 KB, at most 300 KB are allowed')

  useFont('none.woff2')
  expect((await readFaults()).join('\n')).toContain('There is no file media/brand/none.woff2.')

  useFont('own.woff2')
  edit('site.yaml', /(share_image:\s+(?:\{ )?file: )[^\s,]+/, '$1brand/own.woff2')
  expect((await readFaults()).join('\n')).toMatch(
    /share_image\.file: brand\/own\.woff2 is not a supported type of picture or video/,
  )
})
