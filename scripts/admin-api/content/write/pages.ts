import { LOCALES } from '#api/language.ts'
import type { Locale } from '#api/language.ts'
import { writeJson } from '../../db/json.ts'
import type { PageTexts } from '../../db/texts.ts'
import { upsert } from '../../db/write.ts'
import { resolveBlocks, resolveImage } from '../blocks.ts'
import type { GivenImage } from '../blocks.ts'
import { listLanguages, pickText } from '../local.ts'
import type { Given } from '../local.ts'
import { findLink, toFen, toFlag, toLangs, toName } from './context.ts'
import type { ImportContext } from './context.ts'
import { readSitePage } from './site-page.ts'
import { writeTexts } from './texts.ts'

interface Head {
  title: Given
  subtitle: Given
  summary: Given
  hero: GivenImage
}

const readHead = ({ media }: ImportContext, page: Head, lang: Locale) => ({
  langs: listLanguages(page.title),
  title: pickText(page.title, lang),
  subtitle: pickText(page.subtitle, lang),
  summary: pickText(page.summary, lang),
  hero: resolveImage(page.hero, media, lang),
})

function readBanners(context: ImportContext, lang: Locale): PageTexts['banners'] {
  const text = (given: Given) => pickText(given, lang)
  const banners = context.folder.single['banners.yaml'].banners.map((banner) => ({
    id: banner.id,
    performance_id: findLink(context, 'performance', banner.performance),
    image: resolveImage(banner.image, context.media, lang),
    eyebrow: text(banner.eyebrow),
    title: text(banner.title),
    subtitle: text(banner.subtitle),
    mood: text(banner.mood),
    facts: banner.facts.map(text),
    link: { label: text(banner.link.label), href: banner.link.href },
  }))
  return { banners }
}

function readBusiness(context: ImportContext, lang: Locale): PageTexts['business'] {
  const page = context.folder.single['business.yaml']
  const { label, href, note } = page.enquiry
  return {
    ...readHead(context, page, lang),
    body: resolveBlocks(page.body, context.media, lang),
    enquiry: { label: pickText(label, lang), href, note: pickText(note, lang) },
  }
}

function readSeason(context: ImportContext, lang: Locale): PageTexts['season'] {
  const page = context.folder.single['season.yaml']
  const { langs: _, ...head } = readHead(context, page, lang)
  return {
    ...head,
    artist_ids: page.artists.flatMap((slug) => findLink(context, 'artist', slug) ?? []),
  }
}

function writePage<K extends keyof PageTexts>(
  { db }: ImportContext,
  lang: Locale,
  key: K,
  page: PageTexts[K],
): void {
  upsert(db, 'page', ['key', 'lang'], { key, lang, data: JSON.stringify(page) })
}

/** Pages that exist once. */
export function writePages(context: ImportContext): void {
  const { folder, media } = context
  const { single } = folder
  const about = single['about.yaml']
  const { recommended_searches: searches } = single['site.yaml']
  for (const lang of LOCALES) {
    const body = resolveBlocks(about.body, media, lang)
    writePage(context, lang, 'site', readSitePage(context, lang))
    writePage(context, lang, 'banners', readBanners(context, lang))
    writePage(context, lang, 'about', { ...readHead(context, about, lang), body })
    writePage(context, lang, 'business', readBusiness(context, lang))
    writePage(context, lang, 'calendar', readHead(context, single['calendar.yaml'], lang))
    writePage(context, lang, 'season', readSeason(context, lang))
    writePage(context, lang, 'search', { words: searches.map((given) => pickText(given, lang)) })
  }
}

export function writeBusinessCases(context: ImportContext): void {
  for (const item of context.folder.items['business-cases']) {
    upsert(context.db, 'business_case', ['id'], {
      id: item.id,
      slug: item.slug,
      langs: toLangs(listLanguages(item.title)),
      published: toFlag(item.published),
      year: item.year,
    })
    writeTexts(context, 'business_case', item, (lang) => ({
      title: pickText(item.title, lang),
      summary: pickText(item.summary, lang),
      card: {
        client: pickText(item.client, lang),
        image: resolveImage(item.image, context.media, lang),
      },
      details: {},
    }))
  }
}

export function writeMemberPackages({ db, folder }: ImportContext): void {
  for (const [position, offer] of folder.single['site.yaml'].member_packages.entries()) {
    const benefits = (lang: Locale) => offer.benefits.map((given) => pickText(given, lang))
    upsert(db, 'member_package', ['id'], {
      id: offer.id,
      name: toName(offer.name),
      summary: toName(offer.summary),
      benefits: writeJson({ 'zh-cn': benefits('zh-cn'), en: benefits('en') }),
      months: offer.months,
      price_fen: toFen(offer.price),
      position,
      published: 1,
    })
  }
}
