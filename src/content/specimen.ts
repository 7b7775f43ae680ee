import type { LongFormBlock } from '#blocks/long-form.ts'
import type { Locale } from '#i18n/locales.ts'
import { getAboutPage } from './pages.ts'

/** One block of each kind on the about page, as a sample of all blocks. */
export async function getSpecimen(locale: Locale): Promise<LongFormBlock[]> {
  const { body } = await getAboutPage(locale)
  const listedTypes = new Set<string>()
  return body.filter(({ type }) => !listedTypes.has(type) && listedTypes.add(type))
}
