import type { AccountSite } from '#features/account/use-account.ts'
import type { SiteContent } from '#content/site.ts'

/** Selects the init data that account pages use. */
export const readAccountSite = ({ citys, site, sign_in }: SiteContent): AccountSite => ({
  citys,
  offer: site.membership.offer,
  seal: site.brand.seal,
  signIn: sign_in,
})
