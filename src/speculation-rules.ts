import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'

const LINKS = { selector_matches: "a[data-prefetch='']" }

/**
 * Pages that do nothing by themselves but show what is printed: they may stand ready before anybody
 * opens them. Pages with islands ask for a member's data and keep places, so only their HTML comes.
 */
const contentPages = ROUTES.filter(({ delivery }) => delivery === 'page').flatMap(({ path }) =>
  SITE_LOCALES.map((locale) => localizePath(path, locale)),
)

/**
 * How browsers go ahead of the reader. Marked links (`browser/link-prefetch.ts`) are fetched at once;
 * one that the reader points at is rendered, so that the click only shows it. One text for all pages:
 * the content security policy names its hash.
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
