/** A document of the organisation, such as the privacy policy: URLs of its published copy and at the API. */
export interface SiteDocument {
  href: string
  source: string
}

/**
 * The link to a document: its published copy, or the URL of a newer version. A newer version with a
 * relative URL is linked once its copy is published.
 * @param next the URL in the current init data; empty before they are loaded
 */
export const linkDocument = ({ href, source }: SiteDocument, next: string): string =>
  next !== source && URL.canParse(next) ? next : href
