import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Builder } from '#scripts/publish/built-site.ts'
import { createInputReader } from '#scripts/publish/read-inputs.ts'
import { openPublishing } from '#scripts/publish/open-publishing.ts'
import { openStore } from '#scripts/publish/store.ts'
import { serveApi } from '#tests/serve/fake-api.ts'
import { makeFolder, writeSite } from '#tests/serve/fixture-site.ts'
import { publishingOptions, waitUntilIdle } from './publishing-site.ts'
import { createSmallBuilder } from './small-site.ts'

const DAY_MS = 24 * 3_600_000
const later = (days: number) => new Date(Date.UTC(2026, 10, 21, 8) + days * DAY_MS)

/** Creates a project, with an API that has a content version, that can be started repeatedly. */
async function makeProject() {
  const projectDir = await makeFolder()
  await writeSite(projectDir, { 'src/page.astro': '1', 'i18n/en/drama.json': '{}' })
  const dataDir = path.join(projectDir, '.data')
  const content = { version: 'v1', broken: false }
  const api = await serveApi((_request, response) => {
    response.end(JSON.stringify({ status: 'ready', content_version: content.version }))
  })
  const output: string[] = []
  let builds = 0
  let preparations = 0
  const makeBuilder = (): Builder => ({
    ...createSmallBuilder(openStore(dataDir), async () => {
      builds += 1
      if (content.broken) throw new Error('broken on purpose')
      return { text: `${content.version} ${builds}`, items: [1] }
    }),
    async prepare() {
      preparations += 1
    },
  })

  /** Starts, waits for builds, and stops. @returns the id of the live release */
  async function start({
    now = later(0),
    siteUrl = 'https://example.org',
    apiUrl = api.url,
    prepares = false,
  } = {}) {
    const settings = { projectDir, apiUrl, siteUrl, isExternalApi: false }
    const publishing = await openPublishing({
      ...publishingOptions(dataDir, makeBuilder()),
      ...settings,
      readInputs: createInputReader(settings),
      now: () => now,
    })
    onTestFinished(publishing.close)
    try {
      await publishing.begin((line) => output.push(line))
      if (prepares) publishing.prepare()
      await waitUntilIdle(publishing)
      return publishing.publisher.live?.id
    } finally {
      await publishing.close()
    }
  }
  return {
    projectDir,
    dataDir,
    api,
    content,
    output,
    start,
    builds: () => builds,
    preparations: () => preparations,
  }
}

test('builds at the first start, and not again while nothing changes', async () => {
  const { output, start, builds } = await makeProject()
  const first = await start()
  expect(output).toEqual(['Building the site: there is no release yet.'])
  expect(await start({ now: later(1) })).toBe(first)
  expect(output.at(-1)).toBe('Nothing has changed since the last build.')
  expect(builds()).toBe(1)
})

test.each(['src/page.astro', 'src/new.ts', 'package-lock.json', 'public/robots.txt'])(
  'builds again if %s has changed, and serves the previous release until then',
  async (name) => {
    const { projectDir, output, start } = await makeProject()
    const first = await start()
    await writeSite(projectDir, { [name]: 'changed' })
    expect(await start({ now: later(1) })).not.toBe(first)
    expect(output.slice(-2)).toEqual([
      'Building the site: the sources or settings have changed.',
      'Until then the site is served as it was.',
    ])
  },
)

test('a builder is not prepared while a build at the start does it', async () => {
  const { projectDir, start, preparations } = await makeProject()
  await start()
  await writeSite(projectDir, { 'src/page.astro': 'changed' })
  await start({ now: later(1), prepares: true })
  expect(preparations()).toBe(0)
  await start({ now: later(2), prepares: true })
  expect(preparations()).toBe(1)
})

test('builds again if the content or the public URL has changed', async () => {
  const { content, start } = await makeProject()
  const first = await start()
  content.version = 'v2'
  const second = await start({ now: later(1) })
  const third = await start({ now: later(2), siteUrl: 'https://other.example' })
  expect(new Set([first, second, third]).size).toBe(3)
})

test('fails with the reason if the first build fails', async () => {
  const { dataDir, content, start } = await makeProject()
  content.broken = true
  await expect(start()).rejects.toThrow('broken on purpose')
  expect(existsSync(path.join(dataDir, 'current.json'))).toBe(false)
})

test('keeps the release if a build fails or the API is unreachable', async () => {
  const { api, content, start } = await makeProject()
  const first = await start()
  content.broken = true
  content.version = 'v2'
  expect(await start({ now: later(1) })).toBe(first)
  api.stop()
  expect(await start({ now: later(2) })).toBe(first)
})

test('builds again if the pointer is damaged', async () => {
  const { dataDir, output, start } = await makeProject()
  await start()
  await writeFile(path.join(dataDir, 'current.json'), '{ damaged')
  await start({ now: later(1) })
  expect(output.at(-1)).toBe('Building the site: there is no release yet.')
})

test('keeps at least five releases and seven days, and removes other files', async () => {
  const { dataDir, content, start } = await makeProject()
  const releaseIds: (string | undefined)[] = []
  for (let day = 0; day < 6; day += 1) {
    content.version = `v${day}`
    releaseIds.push(await start({ now: later(day) }))
  }
  const listReleases = async () => (await readdir(path.join(dataDir, 'releases'))).toSorted()
  expect(await listReleases()).toEqual(releaseIds.map((id) => `${id}.json`))
  const before = (await openStore(dataDir).list()).size
  content.version = 'last'
  releaseIds.push(await start({ now: later(30) }))
  expect(await listReleases()).toEqual(releaseIds.slice(-5).map((id) => `${id}.json`))
  expect((await openStore(dataDir).list()).size).toBeLessThan(before)
})

test('compares list responses of an API without a content version', async () => {
  const { start } = await makeProject()
  const content = { title: 'Teahouse', server_time: 1 }
  const api = await serveApi((request, response) => {
    const isReady = request.url === '/readyz'
    response.end(JSON.stringify(isReady ? { status: 'ready' } : { code: 200, data: content }))
  })
  const first = await start({ apiUrl: api.url })
  content.server_time = 2
  expect(await start({ apiUrl: api.url, now: later(1) })).toBe(first)
  content.title = 'Thunderstorm'
  expect(await start({ apiUrl: api.url, now: later(2) })).not.toBe(first)
})
