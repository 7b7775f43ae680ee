import type { SiteContent } from '#content/site.ts'

/** What the account pages need of the init data. */
export const readHouse = ({ citys, site, sign_in }: SiteContent) => ({
  citys,
  offer: site.membership.offer,
  seal: site.brand.seal,
  signIn: sign_in,
})
