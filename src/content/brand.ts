import sharp from 'sharp'
import {
  completeTheme,
  DEFAULT_THEME,
  mixColours,
  readChannels,
  type Theme,
  type ThemeColour,
} from '#api/theme.ts'
import { getInit, type Init, type Site } from '#api/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { writeFontSheet } from './brand-fonts.ts'
import { readContent } from './client.ts'
import { resolveMediaBase, readImage } from './media.ts'
import { writeSectionSheet } from './unlink-sections.ts'
import { ensureFile, hashContent } from '#integrations/media/media-store.ts'
import { drawSign } from '#integrations/share-cards/draw-seal.ts'

/** The custom property of each colour. */
const PROPERTIES: Record<ThemeColour, string> = {
  ink: '--ink',
  paper: '--paper',
  accent: '--cinnabar',
  highlight: '--brass',
  paper_deep: '--paper-deep',
  card: '--card',
  accent_deep: '--cinnabar-deep',
  accent_on_ink: '--cinnabar-on-ink',
  highlight_deep: '--brass-deep',
  muted: '--smoke',
  muted_on_ink: '--ash',
  hairline: '--hairline',
  hairline_on_ink: '--hairline-on-ink',
}
const ICON_SIZE = 192
/** Version of the sign design, part of the cache key. */
const DESIGN_VERSION = 2

/** Writes the theme as custom properties, for screens only: print stays black on white. */
function writeThemeSheet(theme: Theme): string {
  const own = Object.entries(PROPERTIES).map(([name, property]) => {
    return `${property}:${theme[name as ThemeColour]}`
  })
  const glow = readChannels(mixColours(theme.highlight, '#ffffff', 0.6)).join(' ')
  return `@media screen{:root{${own.join(';')};--glow:${glow}}}\n`
}

/** @returns the URL of the style sheet of colours, fonts and sections; null for the defaults */
async function publishTheme(
  { site, viewurl }: Init,
  theme: Theme,
  locale: Locale,
): Promise<string | null> {
  const colours = theme === DEFAULT_THEME ? '' : writeThemeSheet(theme)
  const fonts = await writeFontSheet(site.brand.fonts, viewurl)
  const css = colours + fonts + writeSectionSheet(site.sections, locale)
  if (css === '') return null
  return ensureFile(`images/theme-${hashContent(css)}.css`, async () => Buffer.from(css))
}

async function publishLogo({ brand: { logo } }: Site, base: string) {
  if (!logo) return null
  const file = await readImage(new URL(logo.url, base).href)
  if (!file) return null
  const { hash, read } = file
  // Twice the height in the header, for high-density screens.
  const height = Math.min(logo.height, 160)
  const width = Math.round((logo.width * height) / logo.height)
  const src = await ensureFile(`images/logo-${hash}-${height}.webp`, async () =>
    sharp(await read())
      .autoOrient()
      .resize({ height })
      .webp({ quality: 90 })
      .toBuffer(),
  )
  return { src, width, height }
}

/** The text of the icon of a site: its seal, or else the first character of its mark. */
const getSign = ({ name, brand: { seal, mark } }: Pick<Site, 'name' | 'brand'>): string =>
  seal ?? [...(mark ?? name)][0] ?? ''

/** Makes a square icon: the favicon of the organisation, or else the sign in the colours of the site. */
async function makeIcon(init: Pick<Init, 'site' | 'viewurl'>, size: number): Promise<string> {
  const { site, viewurl } = init
  const { favicon } = site.brand
  const file = favicon && (await readImage(new URL(favicon.url, resolveMediaBase(viewurl)).href))
  if (!file) return makeSign(site, size)
  return ensureFile(`images/icon-${file.hash}-${size}.png`, async () =>
    sharp(await file.read())
      .autoOrient()
      .resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer(),
  )
}

/** Makes an icon with the seal, or the first character of the mark. @param size side length in pixels */
export async function makeSign(site: Pick<Site, 'name' | 'brand'>, size: number): Promise<string> {
  const { accent, paper } = completeTheme(site.brand.theme)
  const sign = getSign(site)
  const hash = hashContent(JSON.stringify([DESIGN_VERSION, sign, accent, paper, size]))
  return ensureFile(`images/sign-${hash}.png`, () => drawSign(sign, size, { accent, paper }))
}

/** The brand of a site for page headers and icons. */
export async function getBrand(locale: Locale) {
  const init = await readContent(getInit, locale)
  const { site, viewurl } = init
  const theme = completeTheme(site.brand.theme)
  return {
    mark: site.brand.mark ?? site.name,
    secondMark: site.brand.second_mark,
    seal: site.brand.seal,
    logo: await publishLogo(site, resolveMediaBase(viewurl)),
    favicon: await makeIcon(init, ICON_SIZE),
    theme,
    themeSheet: await publishTheme(init, theme, locale),
  }
}
export type PageBrand = Awaited<ReturnType<typeof getBrand>>
