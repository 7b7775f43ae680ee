import { useStore } from '@nanostores/react'
import { linkDocument, type SiteDocument } from '#stores/document-link.ts'
import { $site } from '#stores/site.ts'

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

// The page is prerendered before any init data are loaded.
const PRERENDERED = $site.value
const getServerSnapshot = () => PRERENDERED

/** The site data of the login page: prerendered, then replaced by newer init data (spec section 3). */
export function useLoginSite({ agreement, policy, phone }: InitialLoginSite): LoginSite {
  const { site, userAgreement, privacyPolicy } = useStore($site, {
    ssr: getServerSnapshot,
  })
  return {
    agreement: linkDocument(agreement, userAgreement),
    policy: linkDocument(policy, privacyPolicy),
    phone: site ? site.phone : phone,
  }
}
