import type { SiteDocument } from '#stores/document-link.ts'

/** The part of the init data that the login page uses. */
export interface LoginSite {
  agreement: string
  policy: string
  phone: string | null
}

/** The same as printed into the page. */
export interface PrintedLoginSite {
  agreement: SiteDocument
  policy: SiteDocument
  phone: string | null
}
