import { join } from 'node:path'
import * as v from 'valibot'

const url = v.pipe(
  v.string(),
  v.url(),
  v.transform((text) => text.replace(/\/$/, '')),
)

const EnvironmentSchema = v.object({
  /** The organisation's admin API. */
  ADMIN_API_URL: v.optional(url, 'http://127.0.0.1:4330'),
  /** Public address of the site, for canonical and share links. */
  SITE_URL: v.optional(url, 'http://127.0.0.1:4321'),
  /** Address of a picture by a CDN that can transform, with {url}, {width} and {format}. */
  IMAGE_CDN_TEMPLATE: v.optional(
    v.pipe(v.string(), v.includes('{url}'), v.includes('{width}'), v.includes('{format}')),
  ),
  /** The host that fonts come from, with the folder that holds them; left out, the site itself. */
  FONT_BASE_URL: v.optional(url),
  /** Set where Google's sign-in is on: the policy of pages then lets its script in. */
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  /** Set while a preview is built: the moment that it shows, or `unpublished`. */
  PREVIEW_OF: v.optional(v.string()),
  /** Where pictures that were made once are kept. */
  BUILD_CACHE_DIR: v.optional(v.string(), join('node_modules', '.cache', 'entracte')),
})

const environment = v.parse(EnvironmentSchema, process.env)

/** Configuration of the build, from the environment; a wrong value stops the build. */
export const buildConfig = {
  adminApiUrl: environment.ADMIN_API_URL,
  siteUrl: environment.SITE_URL,
  imageCdnTemplate: environment.IMAGE_CDN_TEMPLATE ?? null,
  fontBaseUrl: environment.FONT_BASE_URL,
  googleClientId: environment.GOOGLE_CLIENT_ID || undefined,
  previewOf: environment.PREVIEW_OF || undefined,
  cacheDir: environment.BUILD_CACHE_DIR,
}
