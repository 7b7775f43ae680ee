import { getPathLocale } from '#i18n/paths.ts'
import type { Locale } from '#i18n/locales.ts'

/** Makes `getStaticPaths` of an item page: one document per item, in the locale of the route. */
export function createItemPaths(listIds: (locale: Locale) => Promise<number[]>) {
  return async ({ routePattern }: { routePattern: string }) => {
    const ids = await listIds(getPathLocale(routePattern))
    return ids.map((id) => ({ params: { id: String(id) } }))
  }
}

/** Makes `getStaticPaths` of the pages of a list from the second; the first one is the route itself. */
export function createPagePaths(countPages: (locale: Locale) => Promise<number>) {
  return async ({ routePattern }: { routePattern: string }) => {
    const pages = await countPages(getPathLocale(routePattern))
    return Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({
      params: { page: String(index + 2) },
    }))
  }
}
