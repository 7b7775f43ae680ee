import type { Locale } from '#i18n/locales.ts'
import { href, type RoutePath } from '#routes.ts'

export const PHONE = { width: 390, height: 844 }

/** The path of a route without query. */
export const getPath = (route: RoutePath, locale: Locale): string => href(route, locale)
