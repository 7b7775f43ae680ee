import { LOCALES, LOCALE_TRAITS } from '#i18n/locales.ts'
import { ROUTES } from '#routes.ts'

/** Pages that change nothing when they are opened: what members do is never run ahead. */
const pages = ROUTES.filter(({ delivery, path }) => delivery === 'page' && path !== '/404')

/** An address pattern for each of them, in whatever language and with whatever query. */
const patterns = pages.flatMap(({ path }) =>
  path === '/'
    ? LOCALES.map((locale) => ({ pathname: LOCALE_TRAITS[locale].prefix || '/' }))
    : [{ pathname: `/*${path.slice(1)}` }],
)

/**
 * The rules by which browsers prepare what links lead to: the page is fetched where the link is marked
 * (`browser/link-prefetch.ts`), and laid out unseen once somebody points at it. The language switch is
 * not: a page keeps its language as the choice. One text for all pages, because the content security
 * policy names its hash.
 * @see https://wicg.github.io/nav-speculation/speculation-rules.html
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ where: { selector_matches: 'a[data-prefetch]' }, eagerness: 'immediate' }],
  prerender: [
    {
      where: {
        and: [
          { selector_matches: 'a[data-prefetch]:not([data-language])' },
          { href_matches: patterns },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
