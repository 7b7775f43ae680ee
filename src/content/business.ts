import { getBusiness } from '#api/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { readContent } from './client.ts'
import { preparePicture } from './pictures.ts'
import { getMediaBase } from './site.ts'

/** Title, summary and picture of the business page, for the line on the home page. */
export async function getBusinessLine(locale: Locale) {
  const base = await getMediaBase(locale)
  const { title, subtitle, summary, hero } = await readContent(getBusiness, locale)
  return { title, subtitle, summary, picture: await preparePicture(hero, base, 'hero') }
}
export type BusinessLine = Awaited<ReturnType<typeof getBusinessLine>>
