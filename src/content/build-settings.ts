import { join } from 'node:path'
import * as v from 'valibot'

const expectedUrl = 'expected an address like https://example.org'
const UrlSchema = v.pipe(
  v.string(),
  v.url(expectedUrl),
  v.transform((text) => text.replace(/\/$/, '')),
)
const TEMPLATE_FIELDS = ['{url}', '{width}', '{format}']

/** Variables that the build reads. */
export const BuildSettingsSchema = v.object({
  /** The organisation's admin API. */
  ADMIN_API_URL: v.optional(UrlSchema, 'http://127.0.0.1:4330'),
  /** Public address of the site, for canonical and share links. */
  SITE_URL: v.optional(UrlSchema, 'http://127.0.0.1:4321'),
  /** Address of a picture by a CDN that can transform, with {url}, {width} and {format}. */
  IMAGE_CDN_TEMPLATE: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => TEMPLATE_FIELDS.every((field) => text.includes(field)),
        `expected an address with ${TEMPLATE_FIELDS.join(', ')}`,
      ),
    ),
  ),
  /** The host that fonts come from, with the folder that holds them; left out, the site itself. */
  FONT_BASE_URL: v.optional(UrlSchema),
  /** Set where Google's sign-in is on: the policy of pages then lets its script in. */
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  /** Where pictures that were made once are kept. */
  BUILD_CACHE_DIR: v.optional(v.string(), join('node_modules', '.cache', 'entracte')),
})
