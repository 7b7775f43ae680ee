import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPublishConfig } from '#scripts/publish/config.ts'
import { createLiveBuilder, type LiveBuilder } from '#scripts/publish/create-live-builder.ts'
import { describeStatus } from '#scripts/publish/describe-status.ts'
import {
  startForeignApi,
  type ApiFault,
  type FaultyCall,
  type ForeignApi,
} from '#tests/support/foreign-api/start-foreign-api.ts'
import { servePublishing, waitUntilIdle, type PublishingSite } from './publishing-site.ts'

// The real builder with the admin API of another theatre, some of whose items are faulty.

const MINUTES = 60_000
const SECRET = `whsec_${Buffer.from('the webhook key of another theatre').toString('base64')}`
const cleanUps: (() => Promise<unknown>)[] = []
let api: ForeignApi
let builder: LiveBuilder
let site: PublishingSite

type Faults = Record<string, ApiFault>

/** @param faults by call and id, as in `GET /api/course/detail 2` */
const setFaults = (faults: Faults) =>
  api.setFaults(({ name, id }: FaultyCall) => faults[id === null ? name : `${name} ${id}`])

const REFUSED: ApiFault = { kind: 'refuses', code: 500, msg: 'the database is away' }
const GONE: ApiFault = { kind: 'refuses', code: 404, msg: 'no such item' }
// The response of a gateway whose API hangs; waiting for the timeout itself takes 20 s.
const TIMED_OUT: ApiFault = { kind: 'refuses', code: 504, msg: 'Gateway Timeout' }
const UNTITLED: ApiFault = { kind: 'changed', change: (data) => (data['title'] = null) }

async function publish(changes: object[]): Promise<void> {
  const { status } = await api.notify(site.url, SECRET, { changes })
  expect(status).toBe(202)
  await waitUntilIdle(site.publishing)
}

function editFirst(title: string): void {
  const [production] = api.repertoire.productions
  if (!production) throw new Error('the repertoire is empty')
  production.title.en = title
}

const readResult = () => site.publishing.publisher.status.builds[0]?.result
const pageContains = async (address: string, text: string) =>
  (await site.read(address)).text.includes(text)
/** Addresses of the images of a page. */
const listImages = (html: string) =>
  [...html.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src = '']) => src)
const readStatus = async (address: string) => (await site.read(address)).status

beforeAll(async () => {
  api = await startForeignApi({ size: 60 })
  cleanUps.push(() => api.stop())
  setFaults({
    'GET /api/course/detail 2': UNTITLED,
    'GET /api/perform/detail 2': REFUSED,
    'GET /api/course/activity_detail 2': GONE,
    'GET /api/artist/artist_detail 2': TIMED_OUT,
    'GET /api/course/list': {
      kind: 'changed',
      change: ({ items }) => {
        if (Array.isArray(items) && items.length > 2) items[2].price_fen = 'free'
      },
    },
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'entracte-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  const makeBuilder = (_store: unknown, dataDir: string) => {
    const options = { projectDir: process.cwd(), apiUrl: api.url, siteUrl: 'https://example.org' }
    builder = createLiveBuilder({ ...options, ...readPublishConfig({}), dataDir })
    cleanUps.push(() => builder.close())
    return builder
  }
  const options = { apiUrl: api.url, isExternalApi: true, webhookSecrets: [SECRET] }
  site = await servePublishing(makeBuilder, options, folder, (end) => cleanUps.push(end))
}, 10 * MINUTES)

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

test('leaves faulty items out of a first site and reports each', async () => {
  expect(readResult()).toMatchObject({ kind: 'published' })
  expect(readResult()).toHaveProperty(
    'warnings',
    expect.arrayContaining([
      expect.stringMatching(/^courses 2 \(en, zh-cn\): title: .*null: is left out$/),
      expect.stringMatching(
        /^performances 2 .*the API responded with 500 \(the database is away\): is/,
      ),
      expect.stringMatching(/^activities 2 .*the API responded with 404/),
      expect.stringMatching(/^artists 2 .*no response within 10 s: is left out$/),
      expect.stringMatching(/^courses 3 .*: price_fen: .*"free": is left out$/),
    ]),
  )
  for (const omitted of ['/course/detail?id=2', '/drama/detail?id=2', '/en/artist/detail?id=2']) {
    expect([omitted, await readStatus(omitted)]).toEqual([omitted, 404])
  }
  for (const shown of ['/', '/en', '/course/detail?id=1', '/en/drama/detail?id=1']) {
    expect([shown, await readStatus(shown)]).toEqual([shown, 200])
  }
  // The list names the item without a link.
  expect(await pageContains('/en/drama/home', 'Tales of Lantern Yard 2<')).toBe(true)
  expect(await pageContains('/en/drama/home', '/en/drama/detail?id=2"')).toBe(false)
  expect(describeStatus(site.publishing.publisher.status).join('\n')).toContain('courses 2')
})

test('publishes items that are valid again', async () => {
  setFaults({})
  await publish([{ kind: 'artists', id: 2 }])
  const { builds } = site.publishing.publisher.status
  expect(JSON.stringify(builds[0])).not.toContain('artists 2')
  expect(await readStatus('/en/artist/detail?id=2')).toBe(200)
  // A webhook with an unknown kind refetches everything.
  await publish([{ kind: 'anything', id: 1 }])
  expect(readResult()).toMatchObject({ kind: 'published', warnings: [] })
  for (const shown of ['/course/detail?id=2', '/course/detail?id=3', '/drama/detail?id=2']) {
    expect([shown, await readStatus(shown)]).toEqual([shown, 200])
  }
})

test('describes an item without a summary like the site', async () => {
  setFaults({
    'GET /api/perform/detail 3': { kind: 'changed', change: (data) => (data['summary'] = '') },
  })
  await publish([{ kind: 'performances', id: 3 }])
  const { text } = await site.read('/en/drama/detail?id=3')
  expect(/<meta name="description"[^>]*>/.exec(text)?.[0]).toContain('A theatre in a courtyard')
})

test('allows uploads to a storage service on another host', async () => {
  const change: Extract<ApiFault, { kind: 'changed' }>['change'] = ({ upload }) =>
    Object.assign(upload ?? {}, { endpoint: 'https://storage.example.org/tus' })
  setFaults({ 'GET /api/index/init': { kind: 'changed', change } })
  await publish([{ kind: 'anything', id: 1 }])
  const allowed: string[] = []
  for (const address of ['/course/form?id=1', '/user/user', '/course/home']) {
    const { headers } = await fetch(site.url + address)
    const policy = headers.get('content-security-policy') ?? ''
    if (/connect-src[^;]* https:\/\/storage\.example\.org[ ;]/.test(policy)) allowed.push(address)
  }
  expect(allowed).toEqual(['/course/form?id=1', '/user/user'])
})

test('refers visitors without scripts to no phone number that is missing', async () => {
  const change: Extract<ApiFault, { kind: 'changed' }>['change'] = ({ site: own }) =>
    Object.assign(own ?? {}, { phone: null })
  setFaults({ 'GET /api/index/init': { kind: 'changed', change } })
  await publish([{ kind: 'anything', id: 1 }])
  for (const address of ['/en/login', '/en/user/user', '/en/order/list']) {
    const { text } = await site.read(address)
    expect([address, /<noscript>[^]*?<\/noscript>/g.exec(text)?.[0]]).toEqual([
      address,
      expect.stringContaining('Please allow it.'),
    ])
  }
  setFaults({})
})

test('publishes edits despite a faulty item, which keeps its previous version', async () => {
  const { productions, courses, stories } = api.repertoire
  const edited = [
    ...productions
      .slice(0, 10)
      .map((item) => ({ item, kind: 'performances', at: '/drama/detail' })),
    ...stories.performance
      .slice(0, 10)
      .map((item) => ({ item, kind: 'performance-news', at: '/news/perform-detail' })),
  ]
  expect(edited).toHaveLength(20)
  for (const { item, kind } of edited) item.title.en = `Edited ${kind} ${item.id}`
  const [faulty] = courses
  const before = faulty?.title.en ?? ''
  if (faulty) faulty.title.en = 'Never shown'
  setFaults({
    'GET /api/course/detail 1': { kind: 'changed', change: (data) => delete data['hours'] },
  })

  await publish([
    ...edited.map(({ item, kind }) => ({ kind, id: item.id })),
    { kind: 'courses', id: 1 },
  ])

  for (const { item, at } of edited) {
    expect([item.title.en, await pageContains(`/en${at}?id=${item.id}`, item.title.en)]).toEqual([
      item.title.en,
      true,
    ])
  }
  expect(await pageContains('/en/course/detail?id=1', `<title>${before} ·`)).toBe(true)
  expect(readResult()).toMatchObject({
    kind: 'published',
    warnings: [
      expect.stringMatching(/^courses 1 \(en, zh-cn\): hours: .*: keeps its previous version$/),
    ],
  })
})

test(
  'keeps a faulty item with its images after a restart of the builder',
  async () => {
    await builder.close()
    const before = await site.read('/en/course/detail?id=1')
    editFirst('After a restart')
    await publish([{ kind: 'performances', id: 1 }])

    expect(await pageContains('/en/drama/detail?id=1', 'After a restart')).toBe(true)
    const { status, text } = await site.read('/en/course/detail?id=1')
    expect(status).toBe(200)
    expect(text === before.text).toBe(true)
    const files = [...text.matchAll(/\/(?:images|fonts|_astro)\/[\w.@~/-]+\.\w+/g)].map(
      ([file]) => file,
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect([file, await readStatus(file)]).toEqual([file, 200])
    expect(JSON.stringify(readResult())).toMatch(/courses 1 .*keeps its previous version/)
  },
  5 * MINUTES,
)

test('publishes pages without unavailable images, and with them later', async () => {
  setFaults({
    'GET /api/index/init': {
      kind: 'changed',
      change(init) {
        Object.assign(init['site'] as object, {
          brand: { fonts: { display_font: '/pictures/0.jpg' } },
        })
      },
    },
  })
  for (const item of api.repertoire.productions) item.picture = 6 + (item.id % 3)
  api.setPictureFaults({
    '/pictures/6.jpg': 'missing',
    '/pictures/7.jpg': 'no image',
    '/pictures/8.jpg': 'truncated',
  })
  await publish([{ kind: 'anything', id: 1 }])

  expect(readResult()).toMatchObject({
    kind: 'published',
    warnings: expect.arrayContaining([
      expect.stringMatching(
        /^performances 3: poster: .*pictures\/6\.jpg: responded with status 404: is left out$/,
      ),
      expect.stringMatching(/pictures\/7\.jpg: it is no image that can be decoded: is left out$/),
      expect.stringMatching(
        /^\/api\/index\/init: site\.brand\.fonts\.display_font: .*0\.jpg: it is not a font/,
      ),
    ]),
  })
  for (const id of [1, 2, 3]) {
    const { status, text } = await site.read(`/en/drama/detail?id=${id}`)
    expect([id, status]).toEqual([id, 200])
    // Performance 2 has the truncated image, which fails only during encoding.
    if (id !== 2) expect(listImages(text)).toContain('/images/blank.webp')
    for (const image of listImages(text))
      expect([image, await readStatus(image)]).toEqual([image, 200])
  }

  setFaults({})
  api.setPictureFaults({})
  await publish([{ kind: 'performances', id: 3 }])
  expect(readResult()).toMatchObject({ kind: 'published', warnings: [] })
  const { text } = await site.read('/en/drama/detail?id=3')
  expect(listImages(text).join()).not.toContain('blank')
})

test('publishes an image that was replaced under the same URL', async () => {
  const readImages = async (id: number) =>
    listImages((await site.read(`/en/drama/detail?id=${id}`)).text)
  const [before, other] = [await readImages(1), await readImages(2)]
  api.replacePicture('/pictures/7.jpg', '/pictures/1.jpg')
  // Performance 1 has image 7, performance 2 image 8.
  await publish([{ kind: 'performances', id: 1 }])
  expect(readResult()).toMatchObject({ kind: 'published', warnings: [] })
  expect(await readImages(1)).not.toEqual(before)

  api.replacePicture('/pictures/8.jpg', '/pictures/2.jpg')
  await publish([{ kind: 'anything', id: 1 }])
  expect(await readImages(2)).not.toEqual(other)
})

test('publishes nothing if a response that every page needs is faulty, and reports it', async () => {
  const before = await site.read('/en/drama/detail?id=1')
  editFirst('Held back')
  setFaults({
    'GET /api/perform/list': { kind: 'changed', change: (data) => (data['items'] = 'none') },
  })
  await publish([{ kind: 'performances', id: 1 }])
  expect(readResult()).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/GET \/api\/perform\/list .*: items: .*every page needs/),
  })

  setFaults({
    'GET /api/index/init': {
      kind: 'changed',
      change: ({ site: init }) => Object.assign(Object(init), { user_agreement_file: '/gone.pdf' }),
    },
  })
  await publish([{ kind: 'anything', id: 1 }])
  expect(readResult()).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(
      /GET \/api\/index\/init \(.*\): site\.user_agreement_file: .*\/gone\.pdf: .* 404 \(every page needs this document/,
    ),
  })
  expect((await site.read('/en/drama/detail?id=1')).text === before.text).toBe(true)
})
