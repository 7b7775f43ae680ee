import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { readHostedSite, type HostedSite } from '#scripts/hosts/hosted-site.ts'
import { joinPolicies, writeNetlify } from '#scripts/hosts/netlify/write-netlify.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { findBuiltFolder, serveFolder } from './find-built-folder.ts'
import { createRewriter } from './netlify-platform.ts'
import { listRequests } from './requests.ts'

const folder = findBuiltFolder()
let own: Awaited<ReturnType<typeof serveFolder>>
let site: HostedSite
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  own = await serveFolder(folder)
  site = await readHostedSite(folder)
  files = writeNetlify(site).files
})
afterAll(() => own.close())

const getFile = (name: string): string => files.get(name) ?? ''

test('routes, items and errors have the same status on Netlify as on our server', async () => {
  const rewrite = createRewriter(folder, getFile('_redirects'))
  const paths = listRequests(folder)
    .filter(({ method, headers }) => method === undefined && headers === undefined)
    .map(({ path }) => path)
  // Netlify rules can express clean URLs, items by one id and the usual legacy URLs.
  const expressible =
    /^\/(?!\/|\.|.*(?:\/\/|\/\.|%|&|[?]$))[\w./-]*(?:\?(?:id=[\w.+-]+|page=[12]))?$/
  const faults: unknown[] = []
  let compared = 0
  for (const target of paths.filter((path) => expressible.test(path))) {
    const ours = await sendRequest(own.url, target)
    const theirs = rewrite(target)
    // Either host may redirect an alternative URL that the other serves directly.
    if (ours.status === 301 || theirs.status === 301) continue
    compared += 1
    if (ours.status !== theirs.status) faults.push([target, ours.status, theirs])
  }
  expect(faults).toEqual([])
  expect(compared).toBeGreaterThan(150)
})

test('redirects on Netlify need at most two steps', async () => {
  const rewrite = createRewriter(folder, getFile('_redirects'))
  const targets = listRequests(folder)
    .map(({ path }) => path)
    .filter((path) => /^\/(?!\/)[\w./?=-]*$/.test(path))
  const locations = targets.flatMap((path) => rewrite(path).location ?? [])
  expect(locations.length).toBeGreaterThan(20)
  for (const location of new Set(locations)) {
    const next = rewrite(location)
    const again = next.location === undefined ? next : rewrite(next.location)
    expect([location, again.location]).toEqual([location, undefined])
  }
})

test('each URL has one header rule, and every page a content security policy', () => {
  const addresses = getFile('_headers')
    .split('\n')
    .filter((line) => line.startsWith('/'))
  expect(addresses).toEqual([...new Set(addresses)])
  const rules = new Map(
    getFile('_headers')
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

test('joins the policies of pages that share a URL', () => {
  const joined = joinPolicies([
    "default-src 'self'; script-src 'self' 'sha256-a'",
    "script-src 'self' 'sha256-b'",
  ])
  expect(joined).toBe("default-src 'self'; script-src 'self' 'sha256-a' 'sha256-b'")
})
