import { useStore } from '@nanostores/react'
import { $site } from '#stores/site.ts'

/** The part of the init data that the login page uses. */
export interface LoginSite {
  agreement: string
  policy: string
  phone: string | null
}

/** A document of the organisation, such as the privacy policy: URLs of its published copy and at the API. */
interface SiteDocument {
  href: string
  source: string
}

/** The login site data at build time. */
export interface InitialLoginSite {
  agreement: SiteDocument
  policy: SiteDocument
  phone: string | null
}

/** The site data of the login page: prerendered, then replaced by newer init data (spec section 3). */
export function useLoginSite({ agreement, policy, phone }: InitialLoginSite): LoginSite {
  const { site, userAgreement, privacyPolicy } = useStore($site, { ssr: 'initial' })
  return {
    agreement: linkDocument(agreement, userAgreement),
    policy: linkDocument(policy, privacyPolicy),
    phone: site ? site.phone : phone,
  }
}

/**
 * The link to a document: its published copy, or the URL of a newer version. A newer version with a
 * relative URL is linked once its copy is published.
 * @param next the URL in the current init data; empty before they are loaded
 */
const linkDocument = ({ href, source }: SiteDocument, next: string): string =>
  next !== source && URL.canParse(next) ? next : href
