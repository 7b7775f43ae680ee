import { expect, test } from 'vitest'
import type { SiteFiles } from '#scripts/publish/built-site.ts'
import type { GateFault } from '#scripts/publish/gate/check-site.ts'
import { correctSite } from '#scripts/publish/gate/correct-site.ts'
import { openStore } from '#scripts/publish/store.ts'

const STORE = openStore('/nowhere')
const PAGES = Array.from({ length: 10 }, (_, id) => `/drama/detail/${id}.html`)

/** A site with the given files, whose version is part of their hashes and headers. */
const makeSite = (names: readonly string[], version: string): SiteFiles => ({
  files: new Map(names.map((name) => [name, { hash: `${version} ${name}`, size: 1 }])),
  headers: new Map(names.map((name) => [name, { 'content-security-policy': version }])),
})

interface Case {
  built: SiteFiles
  live?: SiteFiles
  kept?: readonly string[]
  /** The files of a site that are faulty. */
  check: (site: SiteFiles) => GateFault[]
}

const correct = ({ built, live, kept = [], check }: Case) =>
  correctSite(built, {
    check: async (site) => check(site),
    live,
    store: STORE,
    kept: new Set(kept),
  })

/** Reports the pages whose files have the version of the build. */
const findNewVersions =
  (pages: readonly string[]) =>
  ({ files }: SiteFiles): GateFault[] =>
    pages
      .filter((page) => files.get(page)?.hash.startsWith('built') === true)
      .map((page) => ({ kind: 'raw-text', page, text: 'undefined' }))

/** Reports the first script of a chain of imports that a site lacks. */
const findMissingScript =
  (names: readonly string[]) =>
  ({ files }: SiteFiles): GateFault[] => {
    const index = names.findIndex((name) => !files.has(name))
    const [page = '/_astro/entry.js', file] = [names[index - 1], names[index]]
    return file === undefined ? [] : [{ kind: 'missing-file', page, file }]
  }

test('replaces a faulty page by its live version, with the headers of that version', async () => {
  const [page = ''] = PAGES
  const { files, headers } = await correct({
    built: makeSite(PAGES, 'built'),
    live: makeSite(PAGES, 'live'),
    check: findNewVersions([page]),
  })
  expect(files.get(page)?.hash).toBe(`live ${page}`)
  expect(headers.get(page)).toEqual({ 'content-security-policy': 'live' })
})

const SCRIPTS = ['/_astro/a.js', '/_astro/b.js', '/_astro/c.js']

test('restores the scripts of a page that keeps its live version, with their imports', async () => {
  const { files, refusals } = await correct({
    built: makeSite(PAGES, 'built'),
    live: makeSite([...PAGES, ...SCRIPTS], 'live'),
    kept: PAGES.slice(0, 1),
    check: findMissingScript(SCRIPTS),
  })
  expect([...files.keys()]).toEqual([...PAGES, ...SCRIPTS])
  expect(refusals).toEqual([])
})

test('refuses a new site without one of its scripts, even if the live site has it', async () => {
  const { refusals } = await correct({
    built: makeSite(PAGES, 'built'),
    live: makeSite([...PAGES, ...SCRIPTS], 'live'),
    check: findMissingScript(SCRIPTS),
  })
  expect(refusals).toMatchObject([{ kind: 'missing-file', file: '/_astro/a.js' }])
})

test('refuses a site whose page of a route is faulty and has no live version', async () => {
  const names = [...PAGES, '/en/drama/home.html']
  const { files, refusals } = await correct({
    built: makeSite(names, 'built'),
    check: findNewVersions(['/en/drama/home.html']),
  })
  expect([...files.keys()]).toEqual(names)
  expect(refusals).toMatchObject([{ kind: 'raw-text', page: '/en/drama/home.html' }])
})

test('leaves out a faulty page that equals its live version', async () => {
  const built = makeSite(PAGES, 'built')
  const { files, corrections, refusals } = await correct({
    built,
    live: built,
    check: findNewVersions(PAGES.slice(0, 1)),
  })
  expect([...files.keys()]).toEqual(PAGES.slice(1))
  expect(corrections).toEqual([expect.stringContaining('is left out')])
  expect(refusals).toEqual([])
})

test.each([
  [2, 0],
  [3, 3],
])('with %i faulty pages of ten, %i faults refuse the site', async (faulty, refused) => {
  const { refusals } = await correct({
    built: makeSite(PAGES, 'built'),
    live: makeSite(PAGES, 'live'),
    check: findNewVersions(PAGES.slice(0, faulty)),
  })
  expect(refusals).toHaveLength(refused)
})
