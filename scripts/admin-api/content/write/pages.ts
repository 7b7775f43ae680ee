import { LOCALES, type Locale } from '#api/language.ts'
import type { PageTexts } from '../../db/texts.ts'
import { resolveBlocks, resolveImage, type ContentImage } from '../blocks.ts'
import { listLanguages, pickText, type LocalizedText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { isVisible } from '../visibility.ts'
import { findLink, type ImportContext } from './context.ts'
import { readSitePage, writeLegalFiles, writeMemberPackages, writePlaces } from './site.ts'

type Single = ContentFolder['single']

interface Head {
  title: LocalizedText
  subtitle: LocalizedText
  summary: LocalizedText
  hero: ContentImage
}

const readHead = ({ media }: ImportContext, page: Head, lang: Locale) => ({
  langs: listLanguages(page.title),
  title: pickText(page.title, lang),
  subtitle: pickText(page.subtitle, lang),
  summary: pickText(page.summary, lang),
  hero: resolveImage(page.hero, media, lang),
})

function readBanners(
  context: ImportContext,
  page: Single['banners.yaml'],
  lang: Locale,
): PageTexts['banners'] {
  const text = (localized: LocalizedText) => pickText(localized, lang)
  const visible = page.banners.filter((banner) => isVisible(banner, context))
  const banners = visible.map((banner) => ({
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

function readBusiness(
  context: ImportContext,
  page: Single['business.yaml'],
  lang: Locale,
): PageTexts['business'] {
  const { label, href, note } = page.enquiry
  return {
    ...readHead(context, page, lang),
    body: resolveBlocks(page.body, context.media, lang),
    enquiry: { label: pickText(label, lang), href, note: pickText(note, lang) },
  }
}

function readSeason(
  context: ImportContext,
  page: Single['season.yaml'],
  lang: Locale,
): PageTexts['season'] {
  const { langs: _, ...head } = readHead(context, page, lang)
  return {
    ...head,
    artist_ids: page.artists.flatMap((slug) => findLink(context, 'artist', slug) ?? []),
  }
}

function writePage<K extends keyof PageTexts>(
  { write }: ImportContext,
  key: K,
  read: (lang: Locale) => PageTexts[K],
): void {
  for (const lang of LOCALES) {
    write('page', ['key', 'lang'], { key, lang, data: JSON.stringify(read(lang)) })
  }
}

/** Writers of the single files. */
export const PAGE_WRITERS: {
  [K in keyof Single]: (context: ImportContext, page: Single[K]) => void
} = {
  'site.yaml': (context, page) => {
    writePlaces(context, page)
    writeLegalFiles(context, page)
    writeMemberPackages(context, page)
    writePage(context, 'site', (lang) => readSitePage(context, page, lang))
    const words = (lang: Locale) =>
      page.recommended_searches.map((localized) => pickText(localized, lang))
    writePage(context, 'search', (lang) => ({ words: words(lang) }))
  },
  'banners.yaml': (context, page) =>
    writePage(context, 'banners', (lang) => readBanners(context, page, lang)),
  'about.yaml': (context, page) =>
    writePage(context, 'about', (lang) => ({
      ...readHead(context, page, lang),
      body: resolveBlocks(page.body, context.media, lang),
    })),
  'business.yaml': (context, page) =>
    writePage(context, 'business', (lang) => readBusiness(context, page, lang)),
  'calendar.yaml': (context, page) =>
    writePage(context, 'calendar', (lang) => readHead(context, page, lang)),
  'season.yaml': (context, page) =>
    writePage(context, 'season', (lang) => readSeason(context, page, lang)),
}
