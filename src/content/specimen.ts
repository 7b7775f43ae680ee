import type { LongFormBlock } from '#blocks/long-form.ts'
import type { Locale } from '#i18n/locales.ts'
import { getAboutPage } from './pages.ts'

/** One block of each kind that the about page holds: what an editor can write with. */
export async function getSpecimen(locale: Locale): Promise<LongFormBlock[]> {
  const { body } = await getAboutPage(locale)
  const seen = new Set<string>()
  return body.filter(({ type }) => !seen.has(type) && seen.add(type))
}
