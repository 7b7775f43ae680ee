import { buildConfig } from '#content/build-config.ts'

/** The base URL of relative media files: `viewurl` of the init data, relative to the API. */
export function mediaBase(viewurl: string): string {
  return new URL(viewurl, `${buildConfig.adminApiUrl}/`).href
}
