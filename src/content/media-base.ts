import { buildConfig } from './build-config.ts'

/** The address that relative media files stand under: `viewurl` of the init data, below the API. */
export function mediaBase(viewurl: string): string {
  return new URL(viewurl, `${buildConfig.adminApiUrl}/`).href
}
