import path from 'node:path'
import { LOCALES, type Locale } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ERROR_PAGE } from '#routes.ts'
import { fillErrorPage } from '../serve/error-page.ts'
import { fileHeaders, type Headers, type HttpsPolicy } from '../serve/headers.ts'
import { readHttpsPolicy } from '../serve/config.ts'
import type { ItemRoute } from '../serve/item-query.ts'
import { findDocument, readErrorPages, type Manifest, type SiteFile } from '../serve/manifest.ts'
import { readFolder } from '../serve/read-folder.ts'
import { ITEM_ROUTES } from '../serve/site-routes.ts'

/** A built folder, as the settings of a host need to know it. */
export interface HostedSite {
  /** The built folder, absolute. */
  folder: string
  manifest: Manifest
  itemRoutes: readonly ItemRoute[]
  /** Whether visitors come by https: then the strict headers are sent. */
  https: HttpsPolicy
  /** Where calls of the API go, without a slash at the end; left out, they answer 502. */
  apiUrl?: string | undefined
  /** Where webhooks of content go (the process that builds); left out, they are not known. */
  hooksUrl?: string | undefined
}

/** Files by which hosts are told how to serve a folder; they are no part of the site. */
export const SETTINGS_FILES = ['_headers', '_redirects', '_routes.json', '_worker.js']

interface ReadOptions {
  siteUrl: string
  /** Whether HSTS covers subdomains too. */
  includeSubDomains?: boolean | undefined
  apiUrl?: string | undefined
  hooksUrl?: string | undefined
}

/** Reads a built folder by the same rules as our own server. */
export async function readHostedSite(folder: string, options: ReadOptions): Promise<HostedSite> {
  const { siteUrl, includeSubDomains = false, apiUrl, hooksUrl } = options
  const manifest = await readErrorPages(await readFolder(folder))
  if (!findDocument(manifest, '/')) throw new Error(`There is no built site in ${folder}.`)
  const isSetting = (key: string) =>
    SETTINGS_FILES.includes(key.slice(1)) || /\.(?:br|gz)$/.test(key)
  const files = new Map([...manifest.files].filter(([key]) => !isSetting(key)))
  return {
    folder: path.resolve(folder),
    manifest: { ...manifest, files },
    itemRoutes: ITEM_ROUTES,
    https: readHttpsPolicy(siteUrl, includeSubDomains),
    apiUrl: apiUrl?.replace(/\/$/, ''),
    hooksUrl: hooksUrl?.replace(/\/$/, ''),
  }
}

/** Everything that our server says of a file in headers. */
export function headersOf(file: SiteFile, { https }: HostedSite): Headers {
  return fileHeaders(file, https)
}

/** The document that a locale has at a path without locale. @throws Error if there is none */
export function documentOf({ manifest }: HostedSite, page: string, locale: Locale): SiteFile {
  const file = findDocument(manifest, localizePath(page, locale))
  if (!file) throw new Error(`The built site has no page ${page} in ${locale}.`)
  return file
}

export interface FilledErrorPage {
  status: number
  locale: Locale
  html: string
}

/** The error page of both locales with a status and its usual name, as our server fills it. */
export function fillErrorPages(
  site: HostedSite,
  errors: readonly { status: number; message: string }[],
): FilledErrorPage[] {
  return LOCALES.flatMap((locale) => {
    const html = site.manifest.errorPages.get(documentOf(site, ERROR_PAGE, locale).path) ?? ''
    return errors.map((error) => ({
      status: error.status,
      locale,
      html: fillErrorPage(html, error),
    }))
  })
}
