import type { Brand } from '#api/brand.ts'
import type { Locale } from '#api/language.ts'
import { HOME_ACTS } from '#api/sections.ts'
import type { PageTexts } from '../../db/texts.ts'
import { findMedia, resolveImage, type ContentImage } from '../blocks.ts'
import { readParagraphs } from '../inline.ts'
import { pickText } from '../local.ts'
import type { LocalizedText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { findId } from './context.ts'
import type { ImportContext } from './context.ts'

/** URL path of the legal files. */
const LEGAL = '/files/'

function readBrand(
  { media }: ImportContext,
  { name, brand }: ContentFolder['single']['site.yaml'],
  lang: Locale,
): Brand {
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

export function readSitePage(
  context: ImportContext,
  site: ContentFolder['single']['site.yaml'],
  lang: Locale,
): PageTexts['site'] {
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
