/** A document of the organisation, such as the privacy policy: its published copy and its address at the API. */
export interface SiteDocument {
  href: string
  source: string
}

/**
 * The link to a document: the published copy, or the address of a newer one. A newer document at a relative
 * address is linked once its copy is published.
 * @param next the address in the current init data; empty before they are loaded
 */
export const linkDocument = ({ href, source }: SiteDocument, next: string): string =>
  next !== source && URL.canParse(next) ? next : href
