import type { Brand } from '#api/brand.ts'
import { mapLocales, type Locale } from '#api/language.ts'
import { HOME_ACTS } from '#api/sections.ts'
import { writeJson } from '../../db/json.ts'
import type { PageTexts } from '../../db/texts.ts'
import { findMedia, resolveImage, type ContentImage } from '../blocks.ts'
import { readParagraphs } from '../inline.ts'
import { findLegalUses } from '../list-files.ts'
import { pickText, type LocalizedText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { findId, toFen, toName, type ImportContext } from './context.ts'

type Site = ContentFolder['single']['site.yaml']

/** Writes cities, venues with their halls, genres, disciplines and categories. */
export function writePlaces(context: ImportContext, site: Site): void {
  const { write } = context
  const named = (entry: { id: number; slug: string; name: Parameters<typeof toName>[0] }) => ({
    id: entry.id,
    slug: entry.slug,
    name: toName(entry.name),
    published: 1 as const,
  })
  const writeNamed = (table: 'city' | 'genre' | 'discipline', list: Site['cities']) => {
    for (const [position, entry] of list.entries()) {
      write(table, ['id'], { ...named(entry), position })
    }
  }
  writeNamed('city', site.cities)
  for (const [position, venue] of site.venues.entries()) {
    write('venue', ['id'], {
      ...named(venue),
      position,
      city_id: findId(context, 'city', venue.city),
      address: toName(venue.address),
      transport: toName(venue.transport),
    })
    for (const [order, hall] of venue.halls.entries()) {
      const { seats } = hall
      write('hall', ['id'], { ...named(hall), position: order, venue_id: venue.id, seats })
    }
  }
  writeNamed('genre', site.genres)
  writeNamed('discipline', site.disciplines)
  for (const [position, category] of site.course_categories.entries()) {
    const summary = toName(category.summary)
    write('category', ['id'], { ...named(category), position, summary })
  }
}

export function writeMemberPackages({ write }: ImportContext, site: Site): void {
  for (const [position, offer] of site.member_packages.entries()) {
    const benefits = (lang: Locale) => offer.benefits.map((localized) => pickText(localized, lang))
    write('member_package', ['id'], {
      id: offer.id,
      name: toName(offer.name),
      summary: toName(offer.summary),
      benefits: writeJson(mapLocales(benefits)),
      months: offer.months,
      price_fen: toFen(offer.price),
      position,
      published: 1,
    })
  }
}

/** The server only serves files with a row in `legal_file`. */
export function writeLegalFiles({ write, legal }: ImportContext, site: Site): void {
  for (const { name } of findLegalUses(site)) {
    write('legal_file', ['name'], { name, hash: legal.get(name) ?? '' })
  }
}

/** URL path of the legal files. */
const LEGAL = '/files/'

function readBrand({ media }: ImportContext, { name, brand }: Site, lang: Locale): Brand {
  const { mark, second_mark, seal, logo, favicon, theme, fonts } = brand
  const { display_font: font, ...families } = fonts
  const picture = (image: ContentImage | undefined) =>
    image ? resolveImage(image, media, lang) : null
  return {
    mark: mark ? pickText(mark, lang) : null,
    second_mark: second_mark ?? null,
    seal: seal ?? null,
    logo: picture(logo),
    favicon: picture(favicon && { ...favicon, alt: name }),
    theme,
    fonts: { ...families, display_font: font ? findMedia(media, font.file).name : null },
  }
}

export function readSitePage(context: ImportContext, site: Site, lang: Locale): PageTexts['site'] {
  const text = (localized: LocalizedText) => pickText(localized, lang)
  return {
    default_city_id: findId(context, 'city', site.default_city),
    links: site.links.map(({ id, label, href }) => ({ id, label: text(label), href })),
    site: {
      name: text(site.name),
      tagline: text(site.tagline),
      closing_line: text(site.closing_line),
      foot_content: site.foot_content.flatMap((localized) =>
        readParagraphs(text(localized)).map((content) => ({ type: 'paragraph' as const, content })),
      ),
      user_agreement_file: LEGAL + text(site.user_agreement_file),
      privacy_policy_file: LEGAL + text(site.privacy_policy_file),
      seo_title: text(site.seo_title),
      seo_description: text(site.seo_description),
      seo_keywords: text(site.seo_keywords),
      share_image: resolveImage(site.share_image, context.media, lang),
      phone: site.phone,
      email: site.email,
      record_number: site.record_number ?? null,
      membership: { line: text(site.membership.line), offer: text(site.membership.offer) },
      time_zone: site.time_zone,
      brand: readBrand(context, site, lang),
      sections: site.sections,
      home_acts: site.home_acts ?? HOME_ACTS.filter((act) => site.sections.includes(act)),
    },
  }
}
