import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { readHostedSite, type HostedSite } from '#scripts/hosts/hosted-site.ts'
import { joinPolicies, writeNetlify } from '#scripts/hosts/netlify/write-netlify.ts'
import { ask } from '#tests/serve/ask.ts'
import { findBuiltFolder, serveFolder } from './find-built-folder.ts'
import { createRewriter } from './netlify-platform.ts'
import { listRequests } from './requests.ts'

const folder = findBuiltFolder()
let own: Awaited<ReturnType<typeof serveFolder>>
let site: HostedSite
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  own = await serveFolder(folder)
  site = await readHostedSite(folder, { siteUrl: own.url })
  files = writeNetlify(site).files
})
afterAll(() => own.close())

const fileOf = (name: string): string => files.get(name) ?? ''

test('all routes, items, missing items and errors respond on Netlify like on our server', async () => {
  const rewrite = createRewriter(folder, fileOf('_redirects'))
  const paths = listRequests(folder)
    .filter(({ method, headers }) => method === undefined && headers === undefined)
    .map(({ path }) => path)
  // The rules of the platform can express clean addresses, items by one id and the usual old spellings.
  const sayable = /^\/(?!\/|\.|.*(?:\/\/|\/\.|%|&|[?]$))[\w./-]*(?:\?(?:id=[\w.+-]+|page=[12]))?$/
  const faults: unknown[] = []
  let asked = 0
  for (const target of paths.filter((path) => sayable.test(path))) {
    const ours = await ask(own.url, target)
    const theirs = rewrite(target)
    // A spelling that our server sends on may be shown at once, and the other way round.
    if (ours.status === 301 || theirs.status === 301) continue
    asked += 1
    if (ours.status !== theirs.status) faults.push([target, ours.status, theirs])
  }
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(150)
})

test('a redirect on Netlify leads to a final address', async () => {
  const rewrite = createRewriter(folder, fileOf('_redirects'))
  const targets = listRequests(folder)
    .map(({ path }) => path)
    .filter((path) => /^\/(?!\/)[\w./?=-]*$/.test(path))
  const moved = targets.flatMap((path) => rewrite(path).location ?? [])
  expect(moved.length).toBeGreaterThan(20)
  for (const location of new Set(moved)) {
    const next = rewrite(location)
    const again = next.location === undefined ? next : rewrite(next.location)
    expect([location, again.location]).toEqual([location, undefined])
  }
})

test('each address has its headers once, and every page its policy', () => {
  const addresses = fileOf('_headers')
    .split('\n')
    .filter((line) => line.startsWith('/'))
  expect(addresses).toEqual([...new Set(addresses)])
  const rules = new Map(
    fileOf('_headers')
      .split(/\n(?=\/)/)
      .map((rule) => [rule.split('\n')[0] ?? '', rule]),
  )
  for (const { path } of ROUTES) {
    for (const locale of SITE_LOCALES) {
      expect(rules.get(localizePath(path, locale))).toMatch(
        /Content-Security-Policy: .*default-src/,
      )
    }
  }
})

test('joins the policies of pages that share an address', () => {
  const joined = joinPolicies([
    "default-src 'self'; script-src 'self' 'sha256-a'",
    "script-src 'self' 'sha256-b'",
  ])
  expect(joined).toBe("default-src 'self'; script-src 'self' 'sha256-a' 'sha256-b'")
})
