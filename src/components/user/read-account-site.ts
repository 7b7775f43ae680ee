import type { AccountSite } from '#features/account/account-site.ts'
import type { SiteContent } from '#content/site.ts'

/** What the account pages need of the init data. */
export const readAccountSite = ({ citys, site, sign_in }: SiteContent): AccountSite => ({
  citys,
  offer: site.membership.offer,
  seal: site.brand.seal,
  signIn: sign_in,
})
