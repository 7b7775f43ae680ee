import { SECTIONS, type Section } from '#api/sections.ts'
import { expect, test } from 'vitest'
import { checkSite, countPages, type GateFault } from '#scripts/publish/gate/check-site.ts'
import { describeRefusal } from '#scripts/publish/gate/describe-fault.ts'
import {
  createRawTextPattern,
  scanBundle,
  scanPage,
  unlink,
} from '#scripts/publish/gate/scan-file.ts'
import { createManifest, createManifestEntry } from '#scripts/serve/manifest.ts'
import { headersOfSmallSite, writeSmallSite } from '#tests/publish/small-site.ts'

const RAW = createRawTextPattern(['drama', 'sign_in'])

/** Gate faults of a small site after a change by the test. */
function check(
  change: (files: Map<string, string>) => void,
  before?: number,
  sections: readonly Section[] = SECTIONS,
): GateFault[] {
  const files = writeSmallSite({ text: 'Teahouse', items: [1, 2] })
  change(files)
  const headers = headersOfSmallSite([...files.keys()].filter((name) => !name.includes('login')))
  const all = { ...headersOfSmallSite(files.keys()), ...headers }
  if (files.has('/no-policy.html')) delete all['/no-policy.html']
  const content = { size: 5000, hash: '0'.repeat(64) }
  const manifest = createManifest(
    [...files.keys()].map((name) => createManifestEntry(name, name, content, all[name] ?? {})),
  )
  return checkSite({
    manifest,
    sections,
    pagesBefore: before,
    findFindings(path) {
      const text = files.get(path)
      if (text === undefined) return undefined
      return path.endsWith('.html') ? scanPage(text, RAW) : scanBundle(text)
    },
  })
}

const edit = (page: string, text: string) => (files: Map<string, string>) =>
  void files.set(page, `${files.get(page)}${text}`)

test('accepts a complete site', () => {
  expect(check(() => {})).toEqual([])
})

test('reports each missing route in its language', () => {
  const faults = check((files) => {
    files.delete('/en/calendar/calendar.html')
    files.delete('/index.html')
  })
  expect(faults).toEqual([
    { kind: 'missing-route', page: '/' },
    { kind: 'missing-route', page: '/en/calendar/calendar' },
  ])
})

test('refuses a site only if it lost more than a fifth of its pages', () => {
  const pages = countPages(writeSmallSite({ text: 'Teahouse', items: [1, 2] }).keys())
  expect(check(() => {}, Math.floor(pages / 0.8))).toEqual([])
  const before = Math.ceil(pages / 0.8) + 1
  expect(check(() => {}, before)).toEqual([{ kind: 'collapsed', pages, before }])
})

test('reports a page without a policy', () => {
  const faults = check((files) => files.set('/no-policy.html', ''))
  expect(faults).toEqual([{ kind: 'no-policy', page: '/no-policy.html' }])
})

test.each([
  ['a removed item', '<a href="/drama/detail?id=9">x</a>', '/drama/detail?id=9'],
  [
    'an item page in the other language',
    '<a href="/en/drama/detail?id=9#top">x</a>',
    '/en/drama/detail?id=9',
  ],
  [
    'a page that never existed',
    '<a class="x" href="/nowhere?a=1&amp;b=2">x</a>',
    '/nowhere?a=1&b=2',
  ],
])('names the pages that link to %s', (_name, markup, link) => {
  const faults = check((files) => {
    edit('/drama/home.html', markup)(files)
    edit('/en/about/about.html', markup)(files)
  })
  const pages = ['/en/about/about.html', '/drama/home.html']
  expect(faults).toEqual([{ kind: 'dead-link', pages: expect.arrayContaining(pages), link }])
})

test.each([
  [
    'a missing script',
    '<script type="module" src="/_astro/gone.1234.js"></script>',
    '/_astro/gone.1234.js',
  ],
  ['a missing icon', '<link rel="icon" href="/favicon.svg?v=2">', '/favicon.svg?v=2'],
  ['a missing picture of a srcset', '<img srcset="/images/a-640.webp 640w">', '/images/a-640.webp'],
  [
    'a missing island',
    '<astro-island component-url="/_astro/A.B.js"></astro-island>',
    '/_astro/A.B.js',
  ],
])('reports a page that loads %s', (_name, markup, file) => {
  expect(check(edit('/drama/home.html', markup))).toEqual([
    { kind: 'missing-file', page: '/drama/home.html', file },
  ])
})

test('removes only the href of dead links', () => {
  const page = (dead: string) =>
    `<p><a class="x"${dead} id="y"><b>Tea</b></a> <a href="/a">a</a> <img src="/gone?a=1&amp;b=2">` +
    '<script>const html = \'<a href="/gone?a=1&amp;b=2">\'</script>'
  const dead = new Set(['/gone?a=1&b=2'])
  expect(unlink(page(' href="/gone?a=1&amp;b=2#top"'), dead)).toBe(page(''))
})

test.each([
  '<a href="/drama/detail?id=2">item</a>',
  '<a href="/drama/home/">another spelling</a>',
  '<a href="/docs">of the API</a>',
  '<a href="//elsewhere.example/x">elsewhere</a>',
  '<a href="https://elsewhere.example/x">elsewhere</a>',
  '<a href="#top">here</a>',
  '<script>const x = undefined, a = "/elsewhere"</script>',
  '<script type="application/json">{"a":"[object Object] drama:title"}</script>',
  '<style>a{background:none}</style>',
  '<div data-x="undefined" data-value="drama:title">hidden values</div>',
  '<p>A drama: title and date follow.</p>',
])('accepts the markup %s', (markup) => {
  expect(check(edit('/drama/home.html', markup))).toEqual([])
})

test.each(['/files/节目 单.pdf', encodeURI('/files/节目 单.pdf')])(
  'finds the file of the link %s',
  (link) => {
    const faults = check((files) => {
      files.set('/files/节目 单.pdf', '')
      edit('/drama/home.html', `<a href="${link}">x</a>`)(files)
    })
    expect(faults).toEqual([])
  },
)

test.each([
  ['<p>from undefined yuan</p>', 'from undefined yuan'],
  ['<p>by <b>[object Object]</b></p>', '[object Object]'],
  ['<h2>drama:past_title</h2>', 'drama:past_title'],
  ['<img alt="sign_in:google.button">', 'sign_in:google.button'],
])('reports raw text: %s', (markup, text) => {
  expect(check(edit('/en.html', markup))).toEqual([{ kind: 'raw-text', page: '/en.html', text }])
})

test('reports a file missing from the bundle', () => {
  const faults = check((files) => files.set('/_astro/a.js', 'import{t}from"./b.C9k2.js"'))
  expect(faults).toEqual([
    { kind: 'missing-file', page: '/_astro/a.js', file: '/_astro/b.C9k2.js' },
  ])
})

test('describes the first ten faults, the number of others and the override', () => {
  const faults = Array.from({ length: 12 }, (_, index): GateFault => {
    return { kind: 'no-policy', page: `/${index}.html` }
  })
  const lines = describeRefusal(faults)
  expect(lines).toHaveLength(12)
  expect(lines[0]).toBe('/0.html has no content security policy')
  expect(lines.slice(-2)).toEqual([
    'and 2 more',
    'To publish anyway, run: npm run publish:now -- --force (npm start -- --force if the server has ended)',
  ])
})

test.each<GateFault>([
  { kind: 'missing-route', page: '/en/drama/home' },
  { kind: 'collapsed', pages: 7, before: 90 },
  { kind: 'no-policy', page: '/en.html' },
  { kind: 'missing-file', page: '/en.html', file: '/_astro/a.js' },
  { kind: 'raw-text', page: '/en.html', text: 'undefined yuan' },
  { kind: 'no-items', items: 'courses', fault: 'courses 1 (en): title' },
])('names the command that overrides a refusal: $kind', (fault) => {
  const [first, last, ...others] = describeRefusal([fault])
  expect(first).not.toBe('')
  expect([last, others]).toEqual([expect.stringContaining('npm run publish:now -- --force'), []])
})

test('requires no routes of a disabled section', () => {
  const withoutArtists = (files: Map<string, string>) => {
    for (const name of files.keys()) if (/^(?:\/en)?\/artist\//.test(name)) files.delete(name)
  }
  const missing = (sections?: readonly Section[]) =>
    check(withoutArtists, undefined, sections).filter(({ kind }) => kind === 'missing-route')
  expect(missing()).not.toEqual([])
  expect(missing(SECTIONS.filter((section) => section !== 'artists'))).toEqual([])
})

test.each([
  '<a href="/about/about" data-source="/media/agreement.html">x</a>',
  '<script type="application/json">{"user_agreement_file":"/media/agreement.html"}</script>',
])('does not require the file behind a document URL of the API: %s', (markup) => {
  expect(check(edit('/drama/home.html', markup))).toEqual([])
})
