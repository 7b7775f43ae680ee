import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'

const LINKS = { selector_matches: "a[data-prefetch='']" }

/**
 * Pages without islands, which can be prerendered without side effects. Pages with islands request member
 * data and hold places, so only their HTML is prefetched.
 */
const contentPages = ROUTES.filter(({ delivery }) => delivery === 'page').flatMap(({ path }) =>
  SITE_LOCALES.map((locale) => localizePath(path, locale)),
)

/**
 * Speculation rules: marked links (`browser/link-prefetch.ts`) are prefetched at once, and the link under
 * the pointer is prerendered. Equal on all pages, because the content security policy contains its hash.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ where: LINKS, eagerness: 'immediate' }],
  prerender: [
    {
      where: { and: [LINKS, { href_matches: contentPages }] },
      eagerness: 'moderate',
    },
  ],
})
