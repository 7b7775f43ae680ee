import { localeOfPath } from '#i18n/paths.ts'
import type { Locale } from '#i18n/locales.ts'

/** `getStaticPaths` of an item page: one document per item, in the locale of the route. */
export function itemPaths(listIds: (locale: Locale) => Promise<number[]>) {
  return async ({ routePattern }: { routePattern: string }) => {
    const ids = await listIds(localeOfPath(routePattern))
    return ids.map((id) => ({ params: { id: String(id) } }))
  }
}
