import * as v from 'valibot'
import { BuildSettingsSchema } from './build-settings.ts'

const EnvironmentSchema = v.object({
  ...BuildSettingsSchema.entries,
  /** Set while a preview is built: the time that it shows (ISO 8601), or `unpublished`. */
  PREVIEW_OF: v.optional(v.string()),
})

/** `NAME=` in .env selects the default. */
const given = Object.entries(process.env).filter(([, value]) => value !== '')
const environment = v.parse(EnvironmentSchema, Object.fromEntries(given))

/** Configuration of the build, from the environment. An invalid value makes the build fail. */
export const buildConfig = {
  adminApiUrl: environment.ADMIN_API_URL,
  siteUrl: environment.SITE_URL,
  imageCdnTemplate: environment.IMAGE_CDN_TEMPLATE ?? null,
  fontBaseUrl: environment.FONT_BASE_URL,
  googleClientId: environment.GOOGLE_CLIENT_ID,
  previewOf: environment.PREVIEW_OF,
  cacheDir: environment.BUILD_CACHE_DIR,
}
