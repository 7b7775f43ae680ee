import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { expect, inject, test } from 'vitest'
import { MAX_HEADER_BYTES, measureHeaderBytes } from '#scripts/checks/weight/header-bytes.ts'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { getFileHeaders } from '#scripts/serve/headers.ts'
import { readPages } from '#tests/support/release.ts'

const { release, site } = inject('stack')
const pages = readPages(release)
const HTTPS = { includeSubDomains: true }
/** Room for the headers that only HTTPS adds: HSTS and a policy directive. The tested site is plain HTTP. */
const HTTPS_HEADER_BYTES = 200

test('every document has less than 2,048 bytes of headers', async () => {
  const sizes = await pLimit(4).map(pages, async ({ file }) => {
    const [, route = '', id] = /^(.*?)(?:\/(\d+))?\.html$/.exec(file) ?? []
    const path = route === 'index' ? '' : route
    const url = `${site}/${path}${id === undefined ? '' : `?id=${id}`}`
    return { file, bytes: await measureHeaderBytes(url) }
  })
  expect(sizes.length).toBeGreaterThan(300)
  expect(sizes.filter(({ bytes }) => bytes >= MAX_HEADER_BYTES - HTTPS_HEADER_BYTES)).toEqual([])
})

test.each([
  '/api/index/init',
  '/api/perform/list',
  '/docs',
  '/openapi.json',
  '/outbox',
  '/outbox/messages/tickets_bought/en/html',
  '/none',
])('%s has less than 2,048 bytes of headers', async (path) => {
  expect(await measureHeaderBytes(site + path)).toBeLessThan(MAX_HEADER_BYTES)
})

test('the policy of each page contains its inline scripts and style sheets only', async () => {
  const { files } = await readFolder(release)
  for (const { file, root } of pages) {
    const described = files.get(`/${file}`)
    if (!described) throw new Error(`${file} is not served`)
    const policy = getFileHeaders(described, HTTPS)['Content-Security-Policy'] ?? ''
    const inline = root
      .querySelectorAll('script, style')
      .filter((element) => !element.hasAttribute('src') && isExecuted(element.getAttribute('type')))
      .map((element) => createHash('sha256').update(element.rawText).digest('base64'))
    const named = [...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash)
    expect([file, named.toSorted()]).toEqual([file, [...new Set(inline)].toSorted()])
    expect(policy).not.toContain('unsafe-inline')
  }
})

/** Data blocks are not executed; speculation rules count as scripts. */
function isExecuted(type: string | undefined): boolean {
  return type === undefined || type === 'module' || type === 'speculationrules'
}
