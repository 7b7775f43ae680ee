import { SITE_LOCALES } from '#i18n/locales.ts'
import { ERROR_PAGE } from '#routes.ts'
import { fillErrorPage } from '../../serve/error-page.ts'
import { API_PATH } from '../../serve/proxy.ts'
import { HOST_ERRORS } from '../host-errors.ts'
import { getDocument, type HostedSite } from '../hosted-site.ts'
import { writeAddressMaps } from './address-maps.ts'
import {
  EMPTY_FILE,
  nameErrorFile,
  METHOD_NOT_ALLOWED_FILE,
  writeErrorLocations,
  type FolderOptions,
} from './error-locations.ts'
import { addHeader, REQUEST_ID, respondJson, writeFileHeaders, writeTypes } from './header-maps.ts'
import { block, writeMap } from './syntax.ts'

export interface NginxOptions extends FolderOptions {
  /** Whether nginx runs behind trusted proxies. */
  behindProxy: boolean
  /** File on the nginx machine with the certificates of the authorities that an API with https may have. */
  ca: string
}

/** Files by name: includes for `http { }` and `server { }`, and error pages. */
export type WrittenFiles = ReadonlyMap<string, string>

const API = API_PATH.source
const METHOD_NOT_ALLOWED = 'Method Not Allowed'

/** Writes nginx settings that behave like our own server. */
export function writeNginx(site: HostedSite, options: NginxOptions): WrittenFiles {
  const headers = writeFileHeaders(site)
  const errorLocations = writeErrorLocations(site, options)
  const http = [
    '# Include this once in `http { }`.',
    'variables_hash_max_size 4096;',
    // By default, nginx refuses maps with paths of more than 45 bytes.
    'map_hash_bucket_size 512;',
    ...writeUpstreams(site),
    ...writeAddressMaps(site),
    ...writeRequestMaps(),
    ...headers.blocks,
    ...errorLocations.blocks,
  ]
  const server = [
    '# Include this in the `server { }` of the site.',
    `root "${options.root}";`,
    ...writeTypes(site),
    'charset off;',
    'merge_slashes off;',
    'absolute_redirect off;',
    'server_tokens off;',
    'gzip off;',
    'gzip_vary on;',
    'if_modified_since off;',
    'max_ranges 1;',
    ...ERROR_PAGES,
    'error_page 405 /.site/405/$site_locale/$site_navigates;',
    'error_page 500 /.site/500/$site_locale;',
    'error_page 301 /.site/301;',
    'error_page 412 /.site/412;',
    'error_page 416 /.site/416;',
    '',
    ...writeHealth(),
    ...writeProxies(site, options),
    ...writePages(),
    ...writeFileLocations(headers.lines, options),
    ...errorLocations.locations,
  ]
  return new Map([
    ['http.conf', `${http.join('\n')}\n`],
    ['site.conf', `${server.join('\n')}\n`],
    [METHOD_NOT_ALLOWED_FILE, METHOD_NOT_ALLOWED],
    [EMPTY_FILE, ''],
    ...writeErrorPages(site),
  ])
}

/** Fills the error page of each locale with statuses and reason phrases, like our own server. */
const writeErrorPages = (site: HostedSite) =>
  SITE_LOCALES.flatMap((locale) => {
    const html = site.manifest.errorPages.get(getDocument(site, ERROR_PAGE, locale).path) ?? ''
    return HOST_ERRORS.map(
      (error) => [nameErrorFile(error.status, locale), fillErrorPage(html, error)] as const,
    )
  })

const ERROR_PAGES = [
  'error_page 400 /.site/400/$site_locale;',
  'error_page 404 /.site/404/$site_locale;',
]

function writeUpstreams({ apiUrl, hooksUrl }: HostedSite): string[] {
  const upstream = (name: string, url: string | undefined) => {
    if (url === undefined) return []
    const { protocol, hostname, port } = new URL(url)
    // Without a port, nginx connects to port 80, also for https.
    const server = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
    return [`upstream ${name} {`, `  server ${server};`, '  keepalive 32;', '}', '']
  }
  return [...upstream('site_api', apiUrl), ...upstream('site_hooks', hooksUrl)]
}

/** Writes the maps of request headers. */
function writeRequestMaps(): string[] {
  return [
    writeMap('$request_uri', '$site_is_api', [[`~${API.replaceAll('$', '(?:\\?|$)')}`, '1']]),
    writeMap(
      '$http_x_request_id',
      '$site_request_id',
      [['~^[A-Za-z0-9-]{8,64}$', '$http_x_request_id']],
      '$request_id',
    ),
    writeMap(
      '$http_sec_fetch_mode|$http_accept',
      '$site_navigates',
      [
        ['~^navigate\\|', 'page'],
        ['~^\\|.*\\btext/html\\b', 'page'],
      ],
      'text',
    ),
    writeMap('$msec', '$site_seconds', [['~^(?<site_whole>\\d+)', '$site_whole']]),
    writeMap(
      '$site_is_api:$uri:$site_navigates',
      '$site_failure',
      [['1:/docs:page', 'page']],
      'text',
    ),
  ]
}

function writeHealth(): string[] {
  const location = (path: string, body: string) =>
    block(`location = ${path}`, respondJson(200, body))
  return [
    ...location('/healthz', '{"status":"ok"}'),
    // nginx serves only files and is always ready; the API has its own readiness probe.
    ...['/readyz', '/readyz/pages'].flatMap((path) =>
      location(path, '{"status":"ready","checks":{},"failed":[]}'),
    ),
  ]
}

/** Maximum body of a call and of an upload (an audition video); the API has its own limits. */
const MAX_CALL_BODY = '1m'
const MAX_UPLOAD_BODY = '512m'

const REJECT_FAULTS = [
  'if ($site_fault = 400) { return 400; }',
  'if ($site_fault = 404) { return 404; }',
]

function writeProxies({ apiUrl, hooksUrl }: HostedSite, options: NginxOptions): string[] {
  const calls = [
    ...REJECT_FAULTS,
    // Percent-encoded variants of API addresses are not forwarded.
    'if ($site_is_api = "") { return 404; }',
    ...ERROR_PAGES,
    'error_page 502 /.site/502/$site_failure/$site_locale;',
    'error_page 504 /.site/504/$site_failure/$site_locale;',
    ...(apiUrl === undefined ? ['return 502;'] : proxyTo('site_api', apiUrl, options)),
  ]
  // A prefix that ends with a slash would redirect its address without the slash.
  const api = [
    ...block('location ~ ^/api/upload/', [
      ...calls,
      // Upload chunks are streamed to the API.
      `client_max_body_size ${MAX_UPLOAD_BODY};`,
      'proxy_request_buffering off;',
    ]),
    ...block(`location ~ ${API}`, [...calls, `client_max_body_size ${MAX_CALL_BODY};`]),
  ]
  if (hooksUrl === undefined) return api
  const hooks = block('location ~ ^/hooks/', [
    ...REJECT_FAULTS,
    'client_max_body_size 64k;',
    ...proxyTo('site_hooks', hooksUrl, options),
  ])
  return [...api, ...hooks]
}

function proxyTo(upstream: string, url: string, { behindProxy, ca }: NginxOptions): string[] {
  const { protocol, host, pathname } = new URL(url)
  const base = pathname.replace(/\/$/, '')
  return [
    // Without a path in `proxy_pass`, nginx forwards the address as sent.
    `proxy_pass ${protocol}//${upstream}${base === '' ? '' : `${base}$request_uri`};`,
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    `proxy_set_header Host ${host};`,
    `proxy_set_header X-Forwarded-For ${behindProxy ? '$proxy_add_x_forwarded_for' : '$remote_addr'};`,
    `proxy_set_header X-Forwarded-Proto ${behindProxy ? '$http_x_forwarded_proto' : '$scheme'};`,
    'proxy_set_header X-Forwarded-Host $http_host;',
    'proxy_set_header X-Request-Id $site_request_id;',
    'proxy_set_header Forwarded "";',
    'proxy_set_header Expect "";',
    'proxy_hide_header X-Request-Id;',
    REQUEST_ID,
    'proxy_buffering off;',
    'proxy_read_timeout 30s;',
    'proxy_send_timeout 30s;',
    'proxy_next_upstream off;',
    ...(protocol === 'https:'
      ? [
          'proxy_ssl_server_name on;',
          `proxy_ssl_name ${new URL(url).hostname};`,
          // By default, nginx accepts any certificate: someone in between could read codes and sessions.
          'proxy_ssl_verify on;',
          'proxy_ssl_verify_depth 4;',
          `proxy_ssl_trusted_certificate "${ca}";`,
        ]
      : []),
  ]
}

/** Resolves addresses: the rules of `serve/resolve.ts` as nginx configuration. */
function writePages(): string[] {
  return block('location /', [
    'client_max_body_size 0;',
    'if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }',
    ...REJECT_FAULTS,
    'set $site_file "";',
    'if (-f $document_root$site_document) { set $site_file $site_document; }',
    'if (-f $document_root$site_asset) { set $site_file $site_asset; }',
    'set $site_requested "$uri?$args";',
    'set $site_address "$site_base?$site_query";',
    'set $site_is_alias "";',
    'if ($site_address != $site_requested) { set $site_is_alias "1"; }',
    'set $site_exists "$site_default_prefix";',
    'if ($site_file) { set $site_exists "1"; }',
    'set $site_redirects "$site_is_alias:$site_exists";',
    'if ($site_redirects = "1:1") { return 301 $site_location; }',
    'if ($site_is_error) { return 500; }',
    'if ($site_file = "") { return 404; }',
    'if ($http_range) { rewrite ^ /.site/part$site_file last; }',
    'rewrite ^ /.site/whole$site_file last;',
  ])
}

function writeFileLocations(
  fileHeaders: readonly string[],
  { root, brotli }: NginxOptions,
): string[] {
  const headers = [...fileHeaders, REQUEST_ID, addHeader('Last-Modified', '')]
  return [
    ...block('location /.site/whole/', [
      'internal;',
      `alias "${root}/";`,
      'gzip_static on;',
      ...(brotli ? ['brotli_static on;'] : []),
      ...headers,
    ]),
    // Range requests refer to the uncompressed content.
    ...block('location /.site/part/', [
      'internal;',
      `alias "${root}/";`,
      ...headers,
      addHeader('Vary', '$site_vary'),
    ]),
  ]
}
