import { globSync } from 'node:fs'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { ITEM_ROUTES } from '#scripts/serve/site-routes.ts'

type HostName = 'nginx' | 'cloudflare' | 'netlify'

/** A request to which every host must respond as our own server does. */
export interface HostRequest {
  /** The request target, sent unchanged. */
  path: string
  method?: string
  headers?: Record<string, string>
  /** Accepted deviations of hosts, each with the reason why it is harmless. */
  deviations?: Partial<Record<HostName, { status: number; reason: string }>>
}

const BROWSER = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
const MALFORMED_RANGE = { status: 416, reason: 'nginx rejects ranges that our server ignores' }
const NORMALISED = 'the platform removes dot segments before the worker runs'

/** Paths of all files of a built folder, without a slash at the start. */
const listFiles = (folder: string): string[] => globSync('**/*.*', { cwd: folder }).toSorted()

/** Ids of the prebuilt items of a route. */
function listIds(files: readonly string[], route: string): string[] {
  const item = new RegExp(`^${route.slice(1)}/([1-9]\\d*)\\.html$`)
  return files.flatMap((file) => item.exec(file)?.[1] ?? [])
}

/** Each path in every locale. */
const inLocales = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => SITE_LOCALES.map((locale) => localizePath(path, locale)))

const get = (path: string): HostRequest => ({ path })

/** All requests to compare for a built folder. */
export function listRequests(folder: string): HostRequest[] {
  const files = listFiles(folder)
  return [
    // Hosts that only map URLs to files cannot detect a missing order number.
    ...inLocales(
      ROUTES.map(({ path, item }) => (item === 'order' ? `${path}?id=AB12CD34` : path)),
    ).map(get),
    ...listItems(files),
    ...listAlternatives(files),
    ...listUnknown(),
    ...listAssets(files),
    ...listConditions(files),
    ...listMethods(),
    ...listHidden(),
  ]
}

/** Existing and missing items, and ids in every invalid form. */
function listItems(files: readonly string[]): HostRequest[] {
  const items = ITEM_ROUTES.flatMap(({ path }) => {
    const ids = listIds(files, path)
    return [ids[0], ids.at(-1)].flatMap((id) => (id === undefined ? [] : [`${path}?id=${id}`]))
  })
  const [first] = listIds(files, '/drama/detail')
  const wrong = [
    '',
    '0',
    '01',
    '-1',
    '1.5',
    '1e1',
    'abc',
    '999999',
    '1'.repeat(16),
    '%00',
    '1%20',
    '+1',
  ]
  const queries = [
    ...wrong.map((id) => `id=${id}`),
    `id=${first}&id=${first}`,
    `id=${first}&id`,
    `a=1&id=${first}&utm_source=%E6%B5%B7`,
    `id=${first}&page=2`,
    `xid=${first}`,
    'id',
    '',
    '&&',
  ]
  return [
    ...inLocales(items).map(get),
    ...inLocales(queries.map((query) => `/drama/detail?${query}`)).map(get),
    ...inLocales(['/news/detail?page=1', '/news/detail?page=1&a=b', '/news/detail?a=b&page=1']).map(
      get,
    ),
    ...inLocales([
      '/news/detail?page=2',
      '/news/detail?page=0',
      '/news/detail?page=',
      '/news/detail?page=1&page=1',
    ]).map(get),
    ...inLocales([
      '/drama/home?page=1',
      '/drama/home?id=5',
      '/search/list?page=1&q=a',
      '/order/Info?id=AB12CD34',
    ]).map(get),
    ...[`/drama/detail?%69d=${first}`, `/drama/detail?ID=${first}`, `/news/detail?p%61ge=1`].map(
      get,
    ),
    {
      path: `/drama/detail?id=%3${first?.charAt(0)}`,
      deviations: {
        nginx: {
          status: 404,
          reason: 'nginx cannot decode an encoded digit, which no client sends',
        },
      },
    },
  ]
}

/** Alternative URLs, which redirect to the clean one with 301 in one step if the page exists. */
function listAlternatives(files: readonly string[]): HostRequest[] {
  const [id] = listIds(files, '/drama/detail')
  const [news] = listIds(files, '/news/detail')
  const alternatives = [
    '/index',
    '/index.html',
    '/drama/home/',
    '/drama/home.html',
    '/drama/home.html/',
    '/drama/home.html?a=1&b=%20',
    '/drama/home/?a=1',
    `/drama/detail/${id}`,
    `/drama/detail/${id}.html`,
    `/drama/detail/${id}/`,
    `/drama/detail/${id}?utm=1`,
    `/drama/detail/${id}?id=9&utm=1&page=3`,
    `/drama/detail/${id}.html?a=1&id=9&b=2&page=3&c=4`,
    '/drama/detail/999999',
    '/drama/detail/01',
    `/drama/detail/${id}/page-1`,
    `/news/detail/${news}/page-1`,
    '/news/detail/page-1',
    '/news/detail/page-1.html?x=1',
    '/news/detail/page-2',
    '/drama/home/page-1',
    `/artist/masonry/${id}`,
    '/DRAMA/home',
    '/Drama/Home',
    '/drama/home/home',
    '/nowhere/',
    '/nowhere.html',
    '/404.html',
    '/500.html',
    '/404/',
    '/500/',
    '/order/Info.html',
    '/order/info',
  ]
  const prefixed = ['', '/', '/drama/home', '/drama/home/', '/index.html', `/drama/detail?id=${id}`]
  return [
    ...inLocales(alternatives).map(get),
    ...[...prefixed, '/nowhere', '/en/drama/home', '/robots.txt', '/404', '/500', '/zh-cn'].map(
      (path) => get(`/zh-cn${path}`),
    ),
    ...[
      '/en/',
      '/en/index',
      '/en/index.html',
      '/en.html',
      '/EN',
      '/english',
      '/zh-CN/drama/home',
    ].map(get),
    get('/dr%61ma/home'),
    get('/?a=1'),
    get('/en?a=1'),
    get('/drama/home?'),
  ]
}

function listUnknown(): HostRequest[] {
  return [
    ...inLocales([
      '/nowhere',
      '/nowhere?id=1',
      '/404',
      '/500',
      '/drama',
      '/drama/',
      '/hooks',
      '/index/index',
    ]),
    '/en/en',
    '/files/',
    '/files/nothing.pdf',
    '/_astro/',
    '/_astro/nothing.js',
    '/favicon.ico',
    '/%E9%95%BF%E5%AE%89',
    '/en/%E9%95%BF%E5%AE%89',
    '/a%20b',
    '/a+b',
    '/a;b',
    '/%24uri',
    '/drama/home%3Fa=1',
  ].map(get)
}

/** One file of each extension in each top folder, uncompressed and in both compressed variants. */
function listAssets(files: readonly string[]): HostRequest[] {
  const kinds = Map.groupBy(
    files.filter((file) => !file.endsWith('.html') || file.startsWith('files/')),
    (file) => `${file.split('/')[0]}*${file.split('.').at(-1)}`,
  )
  const samples = [...kinds.values()].flatMap(([file]) => (file === undefined ? [] : [`/${file}`]))
  const encodings = ['gzip, deflate, br', 'gzip', 'identity']
  return [
    ...samples.map(get),
    ...[...samples, ...inLocales(['/', '/drama/home', '/nowhere'])].flatMap((path) =>
      encodings.map((encoding) => ({ path, headers: { 'accept-encoding': encoding } })),
    ),
    ...samples.map((path) => ({ path, method: 'HEAD' })),
    ...samples
      .slice(0, 3)
      .flatMap((path) => [get(`${path}/`), get(`${path}?v=1`), get(`${path}.html`)]),
    get('/drama/home.html.br'),
    get('/index.html.gz'),
  ]
}

/** Conditional and range requests. A matching `If-None-Match` is tested separately. */
function listConditions(files: readonly string[]): HostRequest[] {
  const video = files.find((file) => file.endsWith('.mp4'))
  const paths = [`/${video}`, '/drama/home', '/robots.txt']
  const ranges = [
    'bytes=0-9',
    'bytes=5-',
    'bytes=-7',
    'bytes=0-0',
    'bytes=99999999999-',
    'lines=1-2',
    'bytes=0-1,4-5',
  ]
  return paths.flatMap((path) => [
    ...ranges.map((range) => ({ path, headers: { range } })),
    { path, headers: { range: 'bytes=a-b' }, deviations: { nginx: MALFORMED_RANGE } },
    { path, headers: { range: 'bytes=0-9', 'accept-encoding': 'br' } },
    { path, method: 'HEAD', headers: { range: 'bytes=0-9' } },
    { path, headers: { 'if-none-match': '"x"' } },
    { path, headers: { 'if-match': '"x"' } },
    { path, headers: { range: 'bytes=0-9', 'if-range': '"x"' } },
    { path, headers: { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
  ])
}

function listMethods(): HostRequest[] {
  const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
  const paths = [
    ...inLocales(['/', '/drama/home', '/nowhere', '/drama/detail?id=1']),
    '/robots.txt',
  ]
  return [
    ...methods.flatMap((method) => paths.map((path) => ({ path, method }))),
    ...inLocales(['/drama/home', '/nowhere']).map((path) => ({
      path,
      method: 'POST',
      headers: BROWSER,
    })),
    { path: '/drama/home', method: 'POST', headers: { ...BROWSER, 'sec-fetch-mode': 'cors' } },
    ...inLocales(['/', '/drama/home', '/nowhere', '/drama/detail', '/drama/home.html']).map(
      (path) => ({ path, method: 'HEAD' }),
    ),
    { path: '/en/drama/home%2f', headers: BROWSER },
  ]
}

/** Traversal, hidden files and malformed URLs, which must be refused. */
function listHidden(): HostRequest[] {
  const normalised = (status: number) => ({ cloudflare: { status, reason: NORMALISED } })
  return [
    ...[
      '/_headers.json',
      '/_headers',
      '/_redirects',
      '/_worker.js',
      '/.hidden',
      '/.git/config',
      '/en/.env',
    ].map(get),
    ...[
      '/%2e%2e%2fetc/passwd',
      '/drama%2fhome',
      '/drama%5chome',
      '/%00',
      '/a%0ab',
      '/%7f',
      '/%',
      '/%zz',
      '/drama/home%',
    ].map(get),
    ...['/%ff', '/%c0%ae', '/%ed%a0%80', '/%c2%85', '/en/%ff'].map(get),
    ...[
      '//',
      '//drama/home',
      '/drama//home',
      '/drama/home//',
      '//evil.example',
      '/en//drama/home',
    ].map(get),
    { path: '/./drama/home', deviations: normalised(200) },
    { path: '/drama/../drama/home', deviations: normalised(200) },
    { path: '/drama/%2e%2e/drama/home', deviations: normalised(200) },
    { path: '/drama/home/..', deviations: normalised(404) },
    {
      path: '/../etc/passwd',
      deviations: {
        nginx: { status: 400, reason: 'nginx refuses paths above the root' },
        ...normalised(404),
      },
    },
    { path: '/drama\\home', deviations: normalised(200) },
  ]
}

/** Describes a request in failure messages. */
export const getName = ({ method = 'GET', path, headers = {} }: HostRequest): string =>
  [method, path, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(' ')
