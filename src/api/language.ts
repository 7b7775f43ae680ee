/** Locales of the product, the default first (spec section 9). */
export const LOCALES = ['zh-cn', 'en'] as const
export type Locale = (typeof LOCALES)[number]
