import type { SiteDocument } from '#stores/document-link.ts'

/** The part of the init data that the login page uses. */
export interface LoginSite {
  agreement: string
  policy: string
  phone: string | null
}

/** The login site data at build time. */
export interface InitialLoginSite {
  agreement: SiteDocument
  policy: SiteDocument
  phone: string | null
}
