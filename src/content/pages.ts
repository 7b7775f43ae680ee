import { getAbout, getBusiness } from '#api/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { localizeHref } from '#i18n/paths.ts'
import type { LongFormBlock } from '#blocks/long-form.ts'
import { prepareCard } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { preparePicture } from './pictures.ts'
import { getMediaBase } from './site.ts'
import { takeFirst } from './take-first.ts'

/** The about page with all media prepared. */
export async function getAboutPage(locale: Locale) {
  const base = await getMediaBase(locale)
  const about = await readContent(getAbout, locale)
  return {
    ...about,
    hero: await preparePicture(about.hero, base, 'hero'),
    body: await prepareBlocks(about.body, base, locale, 'the about page'),
  }
}

/** The business page and its cases with all media prepared. */
export async function getBusinessPage(locale: Locale) {
  const base = await getMediaBase(locale)
  const business = await readContent(getBusiness, locale)
  return {
    ...business,
    hero: await preparePicture(business.hero, base, 'hero'),
    body: await prepareBlocks(business.body, base, locale, 'the business page'),
    enquiry: { ...business.enquiry, href: localizeHref(business.enquiry.href, locale) },
    cases: await Promise.all(
      business.cases.map(async (item) => ({
        ...(await prepareCard(item, 'image', base)),
        body: await prepareBlocks(item.body, base, locale, `business-cases ${item.id}`),
      })),
    ),
  }
}
export type BusinessContent = Awaited<ReturnType<typeof getBusinessPage>>

/** One block of each kind on the about page, as a sample of all blocks. */
export async function getSpecimen(locale: Locale): Promise<LongFormBlock[]> {
  const { body } = await getAboutPage(locale)
  return takeFirst(body, ({ type }) => type)
}
