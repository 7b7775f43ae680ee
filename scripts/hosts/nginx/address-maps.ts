import { DEFAULT_LOCALE, SITE_LOCALES, getPrefix } from '#i18n/locales.ts'
import { DOWNLOADS } from '../../serve/file-kinds.ts'
import { PAGE_HEADERS_FILE } from '../../serve/read-folder.ts'
import { ITEM_ROUTES } from '../../serve/site-routes.ts'
import { SETTINGS_FILES, type HostedSite } from '../hosted-site.ts'
import { anyOf, escapePattern, writeMap } from './syntax.ts'

const PREFIXES = SITE_LOCALES.map((locale) => getPrefix(locale))
const NUMBER = '[1-9]\\d*'
/** Ids as in `site-routes.ts`: no leading zero, within the safe integer range. */
const ID = '[1-9]\\d{0,14}'
/** Parameter names, possibly percent-encoded. */
const ID_NAME = '(?:i|%69)(?:d|%64)'
const PAGE_NAME = '(?:p|%70)(?:a|%61)(?:g|%67)(?:e|%65)'
const FIRST = '(?:1|%31)'
/** Placeholder for a missing or malformed part, which no file name contains. */
const INVALID = '!'
const HIDDEN = '/\\.(?!well-known(?:/|$))'

/** Valid UTF-8 (RFC 3629), as bytes. */
const UTF8 =
  '^(?:[\\x00-\\x7f]|[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf][\\x80-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}|\\xed[\\x80-\\x9f][\\x80-\\xbf]|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}|[\\xf1-\\xf3][\\x80-\\xbf]{3}|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2})*+$'

/**
 * Writes the maps that parse an address and build the canonical address: the rules of
 * `serve/parse-target.ts`, `canonicalize.ts` and `site-routes.ts` as nginx configuration.
 *
 * They set `$site_fault` (400 or 404 for a malformed address), `$site_base` and `$site_query` (the
 * canonical address), `$site_document` and `$site_asset` (its candidate files), `$site_default_prefix`
 * and `$site_locale`.
 */
export function writeAddressMaps(site: HostedSite): string[] {
  return [
    ...writeFaultMaps(),
    ...writePathMaps(),
    ...writeItemMaps(site),
    ...writeQueryMaps(),
    ...writeFileMaps(),
  ]
}

function writeFaultMaps(): string[] {
  return [
    writeMap('$uri', '$site_unreadable', [[`~${UTF8}`, '']], '400'),
    writeMap(
      '$request_uri',
      '$site_fault',
      [
        ['~^[^?]*[^\\x21-\\x7e]', '400'],
        ['~^[^?]*\\\\', '400'],
        ['~*^[^?]*%(?:[01][0-9a-f]|7f|2f|5c|c2%[89])', '400'],
        ['~^[^?]*%(?![0-9A-Fa-f]{2})', '400'],
        ['~^[^?]*//', '404'],
        ['~*^[^?]*/(?:\\.|%2e){1,2}(?:/|\\?|$)', '404'],
        ['~^[^?]*#', '404'],
      ],
      '$site_unreadable',
    ),
    writeMap('$request_uri', '$site_locale', listLocaleLines(), DEFAULT_LOCALE),
  ]
}

/** Maps a path to a locale by its prefix; the default locale has no prefix. */
const listLocaleLines = (): [string, string][] =>
  SITE_LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map((locale) => [
    `~^${escapePattern(getPrefix(locale))}(?:[/?]|$)`,
    locale,
  ])

function writePathMaps(): string[] {
  return [
    writeMap('$uri', '$site_default_prefix', [
      // Paths of pages contain only characters that need no escaping in a redirect.
      [`~^/${DEFAULT_LOCALE}(?:/[A-Za-z0-9._~-]*)*$`, '1'],
    ]),
    writeMap(
      '$uri',
      '$site_bare',
      [
        [`~^/${DEFAULT_LOCALE}/?$`, '/'],
        [`~^/${DEFAULT_LOCALE}(?<site_rest>/.+)$`, '$site_rest'],
      ],
      '$uri',
    ),
    writeMap(
      '$site_bare',
      '$site_open',
      [['~^(?<site_opened>.+)/$', '$site_opened']],
      '$site_bare',
    ),
    writeMap(
      '$site_open',
      '$site_page',
      [
        [`~^${DOWNLOADS}`, '$site_open'],
        ['~^(?<site_titled>/.+)\\.html$', '$site_titled'],
      ],
      '$site_open',
    ),
    writeMap(
      '$site_page',
      '$site_clean',
      PREFIXES.map((prefix): [string, string] => [`${prefix}/index`, prefix || '/']),
      '$site_page',
    ),
  ]
}

/** Patterns of the routes that depend on the query, with all locale prefixes. */
function listRoutePatterns({ manifest }: HostedSite) {
  const withPrefixes = (paths: readonly string[]) =>
    paths.length === 0 ? '(?!)' : `${anyOf(PREFIXES)}${anyOf(paths)}`
  const items = ITEM_ROUTES.map(({ path }) => path)
  const optional = ITEM_ROUTES.filter(({ id }) => id === 'optional').map(({ path }) => path)
  const required = ITEM_ROUTES.filter(({ id }) => id === 'required').map(({ path }) => path)
  const paged = [...new Set([...optional, ...manifest.pagedRoutes])]
  return {
    item: withPrefixes(items),
    required: withPrefixes(required),
    paged: withPrefixes(paged),
    pagedItem: withPrefixes(items.filter((path) => paged.includes(path))),
  }
}

function writeItemMaps(site: HostedSite): string[] {
  const { item, required, paged, pagedItem } = listRoutePatterns(site)
  const source = '$site_clean'
  return [
    writeMap(
      source,
      '$site_base',
      [
        [`~^(?<site_base_1>${pagedItem})/${NUMBER}/page-${NUMBER}$`, '$site_base_1'],
        [`~^(?<site_base_2>${item})/${NUMBER}$`, '$site_base_2'],
        [`~^(?<site_base_3>${paged})/page-${NUMBER}$`, '$site_base_3'],
      ],
      source,
    ),
    writeMap(source, '$site_path_id', [
      [`~^${pagedItem}/(?<site_id_1>${NUMBER})/page-${NUMBER}$`, '$site_id_1'],
      [`~^${item}/(?<site_id_2>${NUMBER})$`, '$site_id_2'],
    ]),
    writeMap(source, '$site_path_page', [
      [`~^${pagedItem}/${NUMBER}/page-(?<site_page_1>${NUMBER})$`, '$site_page_1'],
      [`~^${paged}/page-(?<site_page_2>${NUMBER})$`, '$site_page_2'],
    ]),
    writeMap('$site_base', '$site_id_rule', [
      [`~^${required}$`, 'required'],
      [`~^${item}$`, 'optional'],
    ]),
    writeMap('$site_base', '$site_page_rule', [[`~^${paged}$`, 'paged']]),
  ]
}

function writeQueryMaps(): string[] {
  const parameter = (name: string, capture: string): [string, string][] => [
    [`~(?:^|&)${name}(?:=[^&]*)?&(?:.*&)?${name}(?:[=&]|$)`, INVALID],
    [`~(?:^|&)${name}=(?<${capture}>${ID})(?:&|$)`, `$${capture}`],
    [`~(?:^|&)${name}(?:[=&]|$)`, INVALID],
  ]
  // Removes one parameter from a query, wherever it occurs.
  const without = (pattern: string, capture: string): [string, string][] => [
    [`~^${pattern}(?:&(?<${capture}_1>.*))?$`, `$${capture}_1`],
    [`~^(?<${capture}_2>.+?)&${pattern}$`, `$${capture}_2`],
    [`~^(?<${capture}_3>.+?)&${pattern}&(?<${capture}_4>.*)$`, `$${capture}_3&$${capture}_4`],
  ]
  const own = `(?:${ID_NAME}|${PAGE_NAME})(?:=[^&]*)?`
  return [
    writeMap('$args', '$site_query_id', parameter(ID_NAME, 'site_requested_id')),
    writeMap('$args', '$site_query_page', [
      ...parameter(PAGE_NAME, 'site_requested_page').slice(0, 1),
      [`~(?:^|&)${PAGE_NAME}=${FIRST}(?:&|$)`, '1'],
      ...parameter(PAGE_NAME, 'site_requested_page').slice(1),
    ]),
    // An id or page in the path replaces those of the query.
    writeMap('$site_path_id/$site_path_page', '$site_split', [['/', '']], '1'),
    writeMap('$site_split', '$site_id', [['1', '$site_path_id']], '$site_query_id'),
    writeMap('$site_split', '$site_page_number', [['1', '$site_path_page']], '$site_query_page'),
    writeMap('$args', '$site_others_1', without(own, 'site_without_1'), '$args'),
    writeMap('$site_others_1', '$site_others_2', without(own, 'site_without_2'), '$site_others_1'),
    writeMap('$args', '$site_unpaged', without(`${PAGE_NAME}=${FIRST}`, 'site_without_3'), '$args'),
    writeMap('$site_page_rule:$site_page_number', '$site_is_first', [['paged:1', '1']]),
    writeMap('$site_path_id', '$site_own_id', [[`~.`, 'id=$site_path_id']]),
    writeMap('$site_is_first:$site_path_page', '$site_own_page', [
      ['~^1:', ''],
      ['~^:.', 'page=$site_path_page'],
    ]),
    writeMap('$site_own_id&$site_own_page&$site_others_2', '$site_split_query', [
      ['~^&*$', ''],
      [
        '~^&*(?<site_joined_1>[^&].*?)&&(?<site_joined_2>[^&].*?)&*$',
        '$site_joined_1&$site_joined_2',
      ],
      ['~^&*(?<site_joined_3>[^&].*?)&*$', '$site_joined_3'],
    ]),
    writeMap(
      '$site_split:$site_is_first',
      '$site_query',
      [
        ['~^1:', '$site_split_query'],
        [':1', '$site_unpaged'],
      ],
      '$args',
    ),
    writeMap('$site_id_rule:$site_id', '$site_id_part', [
      ['required:', INVALID],
      [`~^(?:required|optional):(?<site_item>${ID})$`, '/$site_item'],
      ['~^(?:required|optional):.', INVALID],
    ]),
    writeMap('$site_page_rule:$site_page_number', '$site_page_part', [
      ['paged:1', ''],
      [`~^paged:(?<site_numbered>${ID})$`, '/page-$site_numbered'],
      ['~^paged:.', INVALID],
    ]),
  ]
}

function writeFileMaps(): string[] {
  const settings = anyOf([PAGE_HEADERS_FILE, ...SETTINGS_FILES])
  const errors = PREFIXES.flatMap((prefix) => [`${prefix}/404`, `${prefix}/500`])
  return [
    // Documents exclude hidden files, downloads and error pages.
    writeMap('$site_base$site_id_part$site_page_part', '$site_document', [
      ['/', '/index.html'],
      [`~${INVALID}`, ''],
      [`~^${anyOf(errors)}$`, ''],
      [`~${HIDDEN}|^${DOWNLOADS}|/$`, ''],
      ['~^(?<site_name>.+)$', '$site_name.html'],
    ]),
    writeMap(
      '$site_base',
      '$site_asset',
      [
        // Compressed variants have no address, and pages only their clean address.
        [`~${HIDDEN}|/$|^/${settings}$|\\.(?:br|gz)$`, ''],
        [`~^${DOWNLOADS}`, '$site_base'],
        ['~\\.html$', ''],
      ],
      '$site_base',
    ),
    writeMap('$site_base', '$site_is_error', [[`~^${anyOf(PREFIXES)}/500$`, '1']]),
  ]
}
