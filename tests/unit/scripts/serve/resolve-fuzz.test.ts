import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitTarget } from '#scripts/serve/parse-target.ts'
import { resolveRequest } from '#scripts/serve/resolve.ts'
import { makeManifest } from './make-manifest.ts'

const manifest = makeManifest([
  '/index.html',
  '/404.html',
  '/news/detail.html',
  '/news/detail/1.html',
])

const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '.',
    '..',
    '%2f',
    '%2e',
    '%5c',
    '%00',
    '%',
    '\\',
    'news',
    'detail',
    'en',
    'zh-cn',
  ),
  fc.constantFrom('?', '&', 'id=', 'page=', '1', '.html', 'index', '#', ':', '@', '\u00e9'),
  fc.string({ maxLength: 3 }),
)
const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`)

test('resolves any request target only to files of the manifest or paths of this site', () => {
  fc.assert(
    fc.property(target, (text) => {
      const resolution = resolveRequest('GET', splitTarget(text), manifest)
      if (resolution.kind === 'file')
        expect(manifest.files.get(resolution.file.path)).toBe(resolution.file)
      // Browsers resolve `//host` and `/\host` to another site.
      if (resolution.kind === 'redirect')
        expect(resolution.location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
    }),
    { numRuns: 5000 },
  )
})
