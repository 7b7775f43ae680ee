import { join } from 'node:path'
import * as v from 'valibot'
import { LOCALES } from '#api/language.ts'
import { parseSiteLocales } from '#i18n/locales.ts'

const expectedUrl = 'expected an address like https://example.org'
const UrlSchema = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), expectedUrl),
  v.transform((text) => text.replace(/\/$/, '')),
)
const TEMPLATE_FIELDS = ['{url}', '{width}', '{format}']

/** Variables that the build reads. */
export const BuildSettingsSchema = v.object({
  /** The organisation's admin API. */
  ADMIN_API_URL: v.optional(UrlSchema, 'http://127.0.0.1:4330'),
  /** Public address of the site, for canonical and share links. */
  SITE_URL: v.optional(UrlSchema, 'http://127.0.0.1:4321'),
  /** Languages of the site, the default first (`i18n/locales.ts`). */
  SITE_LOCALES: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => parseSiteLocales(text) !== null,
        `expected some of ${LOCALES.join(', ')}, with commas`,
      ),
    ),
  ),
  /** URL template of an image CDN, with {url}, {width} and {format}. */
  IMAGE_CDN_TEMPLATE: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => TEMPLATE_FIELDS.every((field) => text.includes(field)),
        `expected an address with ${TEMPLATE_FIELDS.join(', ')}`,
      ),
    ),
  ),
  /** Base URL of fonts on another host; defaults to the site itself. */
  FONT_BASE_URL: v.optional(UrlSchema),
  /** Enables Google sign-in: the policy of pages then allows its script. */
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  /** Cache folder of generated files. */
  BUILD_CACHE_DIR: v.optional(v.string(), join('node_modules', '.cache', 'entracte')),
})
