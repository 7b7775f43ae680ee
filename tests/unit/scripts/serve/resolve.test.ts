import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { splitTarget } from '#scripts/serve/parse-target.ts'
import { resolveLink, resolveRequest, type Resolution } from '#scripts/serve/resolve.ts'
import { makeManifest } from './make-manifest.ts'

const pages = [
  '/404.html',
  '/drama/home.html',
  '/drama/home/page-2.html',
  '/drama/detail.html',
  '/drama/detail/12.html',
  '/course/category.html',
  '/course/category/page-2.html',
  '/course/category/3.html',
  '/course/category/3/page-2.html',
  '/news/detail.html',
  '/order/Info.html',
  '/search/list.html',
]

const manifest = makeManifest([
  '/index.html',
  '/en.html',
  ...pages,
  ...pages.map((page) => `/en${page}`),
  '/_astro/app.Bx3k9.js',
  '/favicon.svg',
  '/robots.txt',
  '/files/privacy.html',
  '/files/用户协议.pdf',
])

const get = (target: string) => resolveRequest('GET', splitTarget(target), manifest)

/** A resolution in short: the file, `301 …`, `404 zh-cn`, `400 en` or `405`. */
function describeResolution(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'file':
      return resolution.file.path
    case 'redirect':
      return `301 ${resolution.location}`
    case 'not-found':
      return `404 ${resolution.locale}`
    case 'error':
      return `${resolution.status} ${resolution.locale}`
    case 'method-not-allowed':
      return '405'
  }
}

const canonical: [target: string, expected: string][] = [
  ['/', '/index.html'],
  ['/?utm_source=poster', '/index.html'],
  ['/en', '/en.html'],
  ['/drama/home', '/drama/home.html'],
  ['/en/drama/home', '/en/drama/home.html'],
  ['/%64rama/home', '/drama/home.html'],
  ['http://example.org/drama/home', '/drama/home.html'],
  ['http://example.org', '/index.html'],
  ['/drama/home?utm_source=poster&x=%zz', '/drama/home.html'],
  ['/_astro/app.Bx3k9.js', '/_astro/app.Bx3k9.js'],
  ['/favicon.svg?v=2', '/favicon.svg'],
  ['/files/privacy.html', '/files/privacy.html'],
  ['/files/%E7%94%A8%E6%88%B7%E5%8D%8F%E8%AE%AE.pdf', '/files/用户协议.pdf'],
]

const items: [target: string, expected: string][] = [
  ['/drama/detail?id=12', '/drama/detail/12.html'],
  ['/en/drama/detail?id=12', '/en/drama/detail/12.html'],
  ['/drama/detail?utm_source=a&id=12&b', '/drama/detail/12.html'],
  ['/drama/detail?id=%31%32', '/drama/detail/12.html'],
  ['/drama/detail', '404 zh-cn'],
  ['/en/drama/detail', '404 en'],
  ['/drama/detail?id=', '404 zh-cn'],
  ['/drama/detail?id=13', '404 zh-cn'],
  ['/en/drama/detail?id=13', '404 en'],
  ['/drama/detail?id=abc', '404 zh-cn'],
  ['/drama/detail?id=-1', '404 zh-cn'],
  ['/drama/detail?id=0', '404 zh-cn'],
  ['/drama/detail?id=1.5', '404 zh-cn'],
  ['/drama/detail?id=007', '404 zh-cn'],
  ['/drama/detail?id=12e0', '404 zh-cn'],
  ['/drama/detail?id=+12', '404 zh-cn'],
  ['/drama/detail?id=12%00', '404 zh-cn'],
  ['/drama/detail?id=../12', '404 zh-cn'],
  ['/drama/detail?id=12/page-2', '404 zh-cn'],
  ['/drama/detail?id=%EF%BC%91%EF%BC%92', '404 zh-cn'],
  ['/drama/detail?id=12&id=12', '404 zh-cn'],
  ['/drama/detail?id=12&id=13', '404 zh-cn'],
  [`/drama/detail?id=${'9'.repeat(400)}`, '404 zh-cn'],
  ['/drama/detail?ID=12', '404 zh-cn'],
  ['/drama/detail?id[]=12', '404 zh-cn'],
  ['/drama/detail?id=12&page=2', '/drama/detail/12.html'],
  ['/course/category', '/course/category.html'],
  ['/course/category?id=3', '/course/category/3.html'],
  ['/course/category?id=4', '404 zh-cn'],
  ['/course/category?id=', '404 zh-cn'],
  ['/order/Info?id=2026112342NXH8NYK7', '/order/Info.html'],
  ['/order/Info', '404 zh-cn'],
  ['/order/Info?id=', '404 zh-cn'],
  ['/order/Info?id=../x', '404 zh-cn'],
  ['/order/Info?id=AB12CD34&id=AB12CD35', '404 zh-cn'],
  ['/search/list', '/search/list.html'],
  ['/drama/home?id=12', '/drama/home.html'],
]

const lists: [target: string, expected: string][] = [
  ['/drama/home?page=2', '/drama/home/page-2.html'],
  ['/en/drama/home?page=2', '/en/drama/home/page-2.html'],
  ['/drama/home?page=3', '404 zh-cn'],
  ['/drama/home?page=two', '404 zh-cn'],
  ['/drama/home?page=2&page=2', '404 zh-cn'],
  ['/drama/home?page=1', '301 /drama/home'],
  ['/drama/home?utm=a&page=1&b=c', '301 /drama/home?utm=a&b=c'],
  ['/course/category?page=2', '/course/category/page-2.html'],
  ['/course/category?id=3&page=2', '/course/category/3/page-2.html'],
  ['/en/course/category?page=2&id=3', '/en/course/category/3/page-2.html'],
  ['/course/category?id=3&page=3', '404 zh-cn'],
  ['/news/detail?page=2', '404 zh-cn'],
  ['/search/list?q=a&page=2', '/search/list.html'],
  ['/search/list?q=a&page=1', '/search/list.html'],
]

const redirected: [target: string, expected: string][] = [
  ['/drama/home.html', '301 /drama/home'],
  ['/drama/home.html?a=1&b=%20', '301 /drama/home?a=1&b=%20'],
  ['/drama/home/', '301 /drama/home'],
  ['/en/drama/home/?a=1', '301 /en/drama/home?a=1'],
  ['/index.html', '301 /'],
  ['/index', '301 /'],
  ['/en/', '301 /en'],
  ['/en.html', '301 /en'],
  ['/en/index.html', '301 /en'],
  ['/zh-cn', '301 /'],
  ['/zh-cn/', '301 /'],
  ['/zh-cn/drama/home', '301 /drama/home'],
  ['/zh-cn/drama/home.html?a=1', '301 /drama/home?a=1'],
  ['/zh-cn/drama/detail?id=12', '301 /drama/detail?id=12'],
  ['/zh-cn/nowhere', '301 /nowhere'],
  ['/zh-cn/%3Cb%3E%0', '400 zh-cn'],
  ['/drama/detail/12', '301 /drama/detail?id=12'],
  ['/drama/detail/12.html', '301 /drama/detail?id=12'],
  ['/en/drama/detail/12?utm=a', '301 /en/drama/detail?id=12&utm=a'],
  ['/drama/detail/12?id=13', '301 /drama/detail?id=12'],
  ['/drama/detail.html?id=12', '301 /drama/detail?id=12'],
  ['/drama/home/page-2', '301 /drama/home?page=2'],
  ['/drama/home/page-1', '301 /drama/home'],
  ['/course/category/3/page-2.html', '301 /course/category?id=3&page=2'],
  ['/drama/home.html?a=\u00e9', '301 /drama/home?a=%E9'],
]

const unknownPaths: [target: string, expected: string][] = [
  ['/nowhere', '404 zh-cn'],
  ['/en/nowhere', '404 en'],
  ['/english', '404 zh-cn'],
  ['/EN/drama/home', '404 zh-cn'],
  ['/Drama/home', '404 zh-cn'],
  ['/404', '404 zh-cn'],
  ['/en/404', '404 en'],
  ['/404.html', '404 zh-cn'],
  ['/nowhere.html', '404 zh-cn'],
  ['/nowhere/', '404 zh-cn'],
  ['/drama/detail.html', '404 zh-cn'],
  ['/drama/detail/13', '404 zh-cn'],
  ['/drama/detail/007', '404 zh-cn'],
  ['/drama', '404 zh-cn'],
  ['/_astro/', '404 zh-cn'],
  ['/_headers.json', '404 zh-cn'],
  ['/files/privacy', '404 zh-cn'],
  ['/constructor', '404 zh-cn'],
  ['/__proto__', '404 zh-cn'],
]

const hostile: [target: string, expected: string][] = [
  ['//', '404 zh-cn'],
  ['//example.org/drama/home', '404 zh-cn'],
  ['/drama//home', '404 zh-cn'],
  ['/en//drama/home', '404 en'],
  ['/drama/home//', '404 zh-cn'],
  ['/../etc/passwd', '404 zh-cn'],
  ['/drama/../drama/home', '404 zh-cn'],
  ['/./drama/home', '404 zh-cn'],
  ['/%2e%2e/etc/passwd', '404 zh-cn'],
  ['/..%2f..%2fetc/passwd', '400 zh-cn'],
  ['/%252e%252e%252fetc', '404 zh-cn'],
  ['/drama%2fhome', '400 zh-cn'],
  ['/en/drama%2Fhome', '400 en'],
  ['/drama%5chome', '400 zh-cn'],
  ['/drama\\home', '400 zh-cn'],
  ['/drama/home%00', '400 zh-cn'],
  ['/drama/home%00.html', '400 zh-cn'],
  ['/drama/home%0d%0aSet-Cookie:a=b', '400 zh-cn'],
  ['/%', '400 zh-cn'],
  ['/%zz', '400 zh-cn'],
  ['/%c0%ae%c0%ae/etc/passwd', '400 zh-cn'],
  ['/en/%ff', '400 en'],
  ['/zh-cn//example.org', '404 zh-cn'],
  ['/zh-cn/\\example.org', '400 zh-cn'],
  ['/\u00e9', '400 zh-cn'],
  ['*', '400 zh-cn'],
  ['', '/index.html'],
]

describe('resolveRequest', () => {
  test.each(canonical)('resolves the canonical URL %s to %s', (target, expected) => {
    expect(describeResolution(get(target))).toBe(expected)
  })
  test.each(items)(
    'resolves %s to %s by its id',
    { tags: ['S2.04', 'S8.13'] },
    (target, expected) => {
      expect(describeResolution(get(target))).toBe(expected)
    },
  )
  test.each(lists)('resolves the list page %s to %s', { tags: ['S2.50'] }, (target, expected) => {
    expect(describeResolution(get(target))).toBe(expected)
  })
  test.each(redirected)(
    'redirects the alternative URL %s to %s',
    { tags: ['S2.04'] },
    (target, expected) => {
      expect(describeResolution(get(target))).toBe(expected)
    },
  )
  test.each(unknownPaths)(
    'resolves the unknown path %s to %s',
    { tags: ['S2.57'] },
    (target, expected) => {
      expect(describeResolution(get(target))).toBe(expected)
    },
  )
  test.each(hostile)('resolves the hostile path %j to %s', (target, expected) => {
    expect(describeResolution(get(target))).toBe(expected)
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get', ''])(
    'refuses the method %s',
    (method) => {
      expect(describeResolution(resolveRequest(method, splitTarget('/drama/home'), manifest))).toBe(
        '405',
      )
    },
  )
  test('resolves HEAD like GET', () => {
    expect(describeResolution(resolveRequest('HEAD', splitTarget('/drama/home'), manifest))).toBe(
      '/drama/home.html',
    )
  })
  test('finds an English home page that was built as a folder', () => {
    const folder = makeManifest(['/index.html', '/en/index.html'])
    const resolutions = ['/en', '/en/', '/en/index.html', '/en/index'].map((target) =>
      describeResolution(resolveRequest('GET', splitTarget(target), folder)),
    )
    expect(resolutions).toEqual(['/en/index.html', '301 /en', '301 /en', '301 /en'])
  })
  test('resolves links to order pages without a number, because the browser adds it', () => {
    const target = splitTarget('/en/order/Info')
    expect(describeResolution(resolveLink('GET', target, manifest))).toBe('/en/order/Info.html')
    expect(describeResolution(resolveRequest('GET', target, manifest))).toBe('404 en')
  })

  test('redirects at most once: every target of a redirect is final', () => {
    const targets = redirected
      .map(([, expected]) => expected)
      .filter((expected) => expected.startsWith('301 ') && expected !== '301 /nowhere')
      .map((expected) => get(expected.slice('301 '.length)).kind)
    expect(new Set(targets)).toEqual(new Set(['file']))
  })
})

test('removes the prefix of another default language by a redirect too', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  vi.stubEnv('SITE_LOCALES', 'en,zh-cn')
  vi.resetModules()
  const english = await import('#scripts/serve/resolve.ts')
  const read = (target: string) =>
    describeResolution(english.resolveRequest('GET', splitTarget(target), manifest))
  expect(read('/en/nowhere')).toBe('301 /nowhere')
  expect(read('/zh-cn/nowhere/')).toBe('404 zh-cn')
})
