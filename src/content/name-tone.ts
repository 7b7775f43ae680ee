import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Image } from '#api/primitives.ts'
import { getInit } from '#api/site.ts'
import {
  compareLuminances,
  completeTheme,
  measureLuminance,
  readChannels,
  type Theme,
} from '#api/theme.ts'
import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import { getCachedFile } from '#integrations/media/media-store.ts'
import { writeAtomically } from '#integrations/media/write-atomically.ts'
import { buildConfig } from './build-config.ts'
import { readContent } from './client.ts'
import { readImage } from './media.ts'

/**
 * Colour of a name on a picture: paper or ink, whichever has sufficient contrast in the whole region;
 * `plate` is ink on a strip of paper, for regions that are both light and dark.
 */
export type NameTone = 'paper' | 'ink' | 'plate'

/** WCAG 2.2 AA for text of this size. */
const MIN_CONTRAST = 4.5

type Colours = Pick<Theme, 'paper' | 'ink'>

/** Chooses the tone by the darkest and lightest luminance under the name. */
export function chooseNameTone(darkest: number, lightest: number, colours: Colours): NameTone {
  const computeContrast = (colour: string, luminance: number) =>
    compareLuminances(measureLuminance(readChannels(colour)), luminance)
  if (computeContrast(colours.paper, lightest) >= MIN_CONTRAST) return 'paper'
  return computeContrast(colours.ink, darkest) >= MIN_CONTRAST ? 'ink' : 'plate'
}

/** Region of a name of up to four characters on portraits, as fractions of the picture. */
const REGION = { left: 0.04, top: 0.04, width: 0.14, height: 0.46 }
/** Height of a line in em (`ArtistPortrait.astro`). A name that needs more lines has a plate. */
const LINE_EM = 7.4
/** Distance of a name from the top, and height per em in the narrowest cards, as fractions of the picture. */
const NAME_START = 0.13
const EM_HEIGHT = 0.09

const HAN = /\p{Script=Han}/u

/** The length of a vertical name in em, with its letter spacing. */
const measureName = (name: string): number =>
  [...name].reduce((sum, character) => sum + (HAN.test(character) ? 1.2 : 0.5), 0)

/** Whether a name takes more than one line on a portrait. */
export const isLongName = (name: string): boolean => measureName(name) > LINE_EM
const SAMPLE = { width: 80, height: 100 }
/** Share of the darkest and of the lightest pixels that are ignored. */
const IGNORED_SHARE = 0.03

/** @param length height of the name as a fraction of the picture */
async function measureTone(bytes: Uint8Array, length: number, colours: Colours): Promise<NameTone> {
  const { width, height } = SAMPLE
  const { data } = await sharp(bytes)
    .autoOrient()
    .resize({ width, height, fit: 'cover' })
    .extract({
      left: Math.round(width * REGION.left),
      top: Math.round(height * REGION.top),
      width: Math.round(width * REGION.width),
      height: Math.round(height * length),
    })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const luminances = Array.from({ length: data.length / 3 }, (_, pixel) =>
    measureLuminance([data[pixel * 3] ?? 0, data[pixel * 3 + 1] ?? 0, data[pixel * 3 + 2] ?? 0]),
  ).toSorted((one, other) => one - other)
  const skipped = Math.floor(luminances.length * IGNORED_SHARE)
  return chooseNameTone(luminances[skipped] ?? 0, luminances.at(-1 - skipped) ?? 1, colours)
}

const isTone = (text: string): text is NameTone =>
  text === 'paper' || text === 'ink' || text === 'plate'

/**
 * Returns the tone of a name on a portrait, measured once per picture, length and theme, and cached.
 * @param base base URL of relative media files
 */
export async function readNameTone(name: string, image: Image, base: string): Promise<NameTone> {
  // Pictures of a CDN are not downloaded.
  if (buildConfig.imageCdnTemplate || isLongName(name)) return 'plate'
  const end = NAME_START + measureName(name) * EM_HEIGHT
  const length = Math.max(REGION.height, Math.ceil(end * 20) / 20 - REGION.top)
  const file = await readImage(new URL(image.url, base).href)
  if (!file) return 'plate'
  const { hash, read } = file
  // The theme is the same in all languages.
  const { site } = await readContent(getInit, DEFAULT_LOCALE)
  const theme = completeTheme(site.brand.theme)
  const cachePath = getCachedFile(`name-tones/${hash}${theme.paper}${theme.ink}${length}`)
  const cachedTone = existsSync(cachePath) ? await readFile(cachePath, 'utf8') : ''
  if (isTone(cachedTone)) return cachedTone
  // `preparePicture` leaves out a truncated image.
  const tone = await measureTone(await read(), length, theme).catch((): NameTone => 'plate')
  await writeAtomically(cachePath, tone)
  return tone
}
