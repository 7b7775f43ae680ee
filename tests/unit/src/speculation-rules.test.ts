import { describe, expect, test } from 'vitest'
import { LOCALES } from '#i18n/locales.ts'
import { href, ROUTES } from '#routes.ts'
import { SPECULATION_RULES } from '#speculation-rules.ts'

const { prerender } = JSON.parse(SPECULATION_RULES) as {
  prerender: [{ where: { and: [unknown, { href_matches: { pathname: string }[] }] } }]
}
const patterns = prerender[0].where.and[1].href_matches.map((one) => new URLPattern(one))

describe('what is laid out ahead', () => {
  test.each(ROUTES.map(({ path, delivery }) => [path, delivery] as const))(
    '%s (%s) by what opening it does',
    (path, delivery) => {
      const isWanted = delivery === 'page' && path !== '/404'
      for (const locale of LOCALES) {
        const url = new URL(href(path, locale, { id: 1 }), 'https://example.org').href
        expect([url, patterns.some((one) => one.test(url))]).toEqual([url, isWanted])
      }
    },
  )
})
