import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ensureRelease, type EnsureOptions } from '#scripts/rebuild/ensure-release.ts'
import { serveApi } from './fake-api.ts'
import { makeFolder, writeSite } from './fixture-site.ts'

/** Stands for Astro: writes what it was given, or fails as `src/broken` says. */
const FAKE_BUILD = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(outDir, { recursive: true })
writeFileSync(outDir + '/index.html', process.env.ADMIN_API_URL + ' ' + process.env.SITE_URL)
console.log('one page')
if (existsSync('src/broken')) {
  console.error('broken on purpose')
  process.exit(3)
}
`
const DAY_MS = 24 * 3_600_000

async function makeProject() {
  const projectDir = await makeFolder()
  await writeSite(projectDir, {
    'build.mjs': FAKE_BUILD,
    'src/page.astro': '1',
    'i18n/a.json': '{}',
  })
  const content = { version: 'v1' }
  const api = await serveApi((_request, response) => {
    response.end(JSON.stringify({ status: 'ready', content_version: content.version }))
  })
  const said: string[] = []
  const options: EnsureOptions = {
    projectDir,
    dataDir: path.join(projectDir, '.data'),
    apiUrl: api.url,
    isForeignApi: false,
    siteUrl: 'https://example.org',
    now: new Date('2026-11-21T08:00:00Z'),
    command: ['build.mjs'],
    report: (line) => said.push(line),
    onBuildLine: () => {},
  }
  const ensure = (changed: Partial<EnsureOptions> = {}) => ensureRelease({ ...options, ...changed })
  return { projectDir, dataDir: options.dataDir, api, content, said, ensure }
}

const later = (days: number) => new Date(Date.UTC(2026, 10, 21, 8) + days * DAY_MS)

test('builds at the first start, with the settings, and not again while nothing changes', async () => {
  const { api, said, ensure } = await makeProject()
  const first = await ensure()
  expect(said).toEqual(['Building the site: there is no release yet.'])
  expect(await readFile(path.join(first, 'index.html'), 'utf8')).toBe(
    `${api.url} https://example.org`,
  )
  expect(await ensure({ now: later(1) })).toBe(first)
  expect(said.at(-1)).toBe('Nothing has changed since the last build.')
})

test.each([
  'src/page.astro',
  'src/new.ts',
  'i18n/a.json',
  'package-lock.json',
  'public/robots.txt',
])('builds again when %s has changed', async (name) => {
  const { projectDir, said, ensure } = await makeProject()
  const first = await ensure()
  await writeSite(projectDir, { [name]: 'changed' })
  expect(await ensure({ now: later(1) })).not.toBe(first)
  expect(said.at(-1)).toBe('Building the site: the sources or settings have changed.')
})

test('builds again when the content or the public address has changed', async () => {
  const { content, said, ensure } = await makeProject()
  const first = await ensure()
  content.version = 'v2'
  const second = await ensure({ now: later(1) })
  expect(said.at(-1)).toBe('Building the site: the content has changed.')
  const third = await ensure({ now: later(2), siteUrl: 'https://other.example' })
  expect(new Set([first, second, third]).size).toBe(3)
})

test('keeps the release of before when a build fails, and says what it said', async () => {
  const { projectDir, dataDir, said, ensure } = await makeProject()
  const first = await ensure()
  await writeFile(path.join(projectDir, 'src/broken'), '')
  expect(await ensure({ now: later(1) })).toBe(first)
  expect(said.join('\n')).toContain('exit code 3')
  expect(said.join('\n')).toContain('| broken on purpose')
  expect(await readdir(path.join(dataDir, 'releases'))).toHaveLength(2)
})

test('fails when the first build fails', async () => {
  const { projectDir, dataDir, ensure } = await makeProject()
  await writeFile(path.join(projectDir, 'src/broken'), '')
  await expect(ensure()).rejects.toThrow('broken on purpose')
  expect(existsSync(path.join(dataDir, 'current.json'))).toBe(false)
})

test('keeps the release of before when the API cannot be asked', async () => {
  const { api, said, ensure } = await makeProject()
  const first = await ensure()
  api.stop()
  expect(await ensure({ now: later(1) })).toBe(first)
  expect(said.at(-1)).toBe('The release of 2026-11-21T08:00:00.000Z stays on air.')
})

test('builds again when the folder of the live release is gone', async () => {
  const { dataDir, said, ensure } = await makeProject()
  await ensure()
  await writeFile(path.join(dataDir, 'current.json'), '{ damaged')
  await ensure({ now: later(1) })
  expect(said.at(-1)).toBe('Building the site: there is no release yet.')
})

test('removes releases after seven days and builds that broke off at once', async () => {
  const { content, dataDir, ensure } = await makeProject()
  const releases = path.join(dataDir, 'releases')
  const first = path.basename(await ensure())
  await writeSite(path.join(releases, 'broke-off'), { 'index.html': '' })
  content.version = 'v2'
  const second = path.basename(await ensure({ now: later(6) }))
  const listed = await readdir(releases)
  expect(listed.toSorted()).toEqual([first, `${first}.json`, second, `${second}.json`])
  content.version = 'v3'
  await ensure({ now: later(8) })
  expect(await readdir(releases)).not.toContain(first)
})

test('asks the lists of an API that tells no version', async () => {
  const { ensure } = await makeProject()
  const content = { title: 'Teahouse', server_time: 1 }
  const api = await serveApi((request, response) => {
    const isReady = request.url === '/readyz'
    response.end(JSON.stringify(isReady ? { status: 'ready' } : { code: 200, data: content }))
  })
  const first = await ensure({ apiUrl: api.url })
  content.server_time = 2
  expect(await ensure({ apiUrl: api.url, now: later(1) })).toBe(first)
  content.title = 'Thunderstorm'
  expect(await ensure({ apiUrl: api.url, now: later(2) })).not.toBe(first)
})
