import * as v from 'valibot'

/** Locales of the product, the default first (spec section 9). */
export const LOCALES = ['zh-cn', 'en'] as const

export const LocaleSchema = v.pipe(
  v.picklist(LOCALES),
  v.description('Language of texts: zh-cn (default) or en'),
)
export type Locale = v.InferOutput<typeof LocaleSchema>
