import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Image } from '#api/primitives.ts'
import type { Picture } from '#blocks/long-form.ts'
import { buildConfig } from './build-config.ts'
import { ensureFileLater } from '#integrations/media/deferred-files.ts'
import { ensureFile } from '#integrations/media/media-store.ts'
import { readImage } from './media.ts'

// AVIF takes longer than WebP, so only hero images are also encoded as AVIF. A higher effort doubles the
// time; slightly lower quality instead has the same size and looks the same.
const FORMATS = {
  webp: { type: 'image/webp', options: { quality: 70, effort: 2 } },
  avif: { type: 'image/avif', options: { quality: 52, effort: 0, chromaSubsampling: '4:2:0' } },
} as const
type Format = keyof typeof FORMATS

// WebP is the fallback of hero images, so two widths suffice.
const WIDTHS = {
  plain: { webp: [480, 640, 828, 1280], avif: [] },
  hero: { webp: [828, 1280], avif: [828, 1280, 1920] },
} as const satisfies Record<string, Record<Format, readonly number[]>>
export type PictureKind = keyof typeof WIDTHS

// For two cores: more concurrency would only use memory. One thread per image is faster than several.
sharp.concurrency(1)
const limit = pLimit(3)

function listWidths(image: Image, kind: PictureKind, format: Format): number[] {
  const widths = WIDTHS[kind][format]
  const fitting = widths.filter((width) => width < image.width)
  const largest = widths.at(-1) ?? image.width
  return image.width <= largest ? [...fitting, image.width] : fitting
}

async function encode(bytes: Uint8Array, width: number, format: Format): Promise<Uint8Array> {
  const picture = sharp(bytes).autoOrient().resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'avif' ? picture.avif(FORMATS.avif.options) : picture.webp(FORMATS.webp.options)
  return encoded.toBuffer()
}

/** Placeholder of a missing image: a transparent pixel, for which pages reserve the size of the image. */
const makeBlank = (format: Format): Promise<Uint8Array> =>
  sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
    .toFormat(format)
    .toBuffer()

const ensureBlankPicture = (): Promise<string> =>
  ensureFile('images/blank.webp', () => makeBlank('webp'))

/**
 * Finds a prepared image that can be read: the given one, or a blank one if the CDN does not return it, which is
 * a fault of the page being rendered.
 */
export const findAvailablePicture = async (src: string): Promise<string> =>
  src.startsWith('/') || (await readImage(src)) ? src : ensureBlankPicture()

/** @returns null for an image that is not available */
async function createSource(address: string, image: Image, kind: PictureKind, format: Format) {
  const widths = listWidths(image, kind, format)
  const template = buildConfig.imageCdnTemplate
  const urls = template
    ? widths.map((width) => fillTemplate(template, address, width, format))
    : await encodeAll(address, widths, format)
  if (!urls) return null
  const srcset = urls.map((url, index) => `${url} ${widths[index]}w`).join(', ')
  return { type: FORMATS[format].type, srcset, largest: urls.at(-1) ?? address }
}

function fillTemplate(template: string, url: string, width: number, format: Format): string {
  return template
    .replace('{url}', encodeURIComponent(url))
    .replace('{width}', String(width))
    .replace('{format}', format)
}

async function encodeAll(
  address: string,
  widths: number[],
  format: Format,
): Promise<string[] | null> {
  const file = await readImage(address)
  if (!file) return null
  const { hash, read } = file
  // A truncated image fails only here, possibly after its page was rendered.
  const encodeOrBlank = async (width: number) =>
    encode(await read(), width, format).catch((error: unknown) => {
      process.stderr.write(`${address} is left out: ${String(error)}\n`)
      return makeBlank(format)
    })
  return Promise.all(
    widths.map((width) =>
      ensureFileLater(`images/${hash}-${width}.${format}`, () => limit(() => encodeOrBlank(width))),
    ),
  )
}

/**
 * Prepares the responsive sources of an image: URLs of the configured CDN, or else files that are encoded
 * once and cached by content hash. An image that is not available is blank, and the page has a fault.
 * @param base base URL of relative media files
 */
export async function preparePicture(
  image: Image,
  base: string,
  kind: PictureKind = 'plain',
): Promise<Picture> {
  const address = new URL(image.url, base).href
  const formats: Format[] = kind === 'hero' ? ['avif', 'webp'] : ['webp']
  const results = await Promise.all(
    formats.map((format) => createSource(address, image, kind, format)),
  )
  const sources = results.filter((source) => source !== null)
  return {
    alt: image.alt,
    width: image.width,
    height: image.height,
    src: sources.at(-1)?.largest ?? (await ensureBlankPicture()),
    sources: sources.map(({ type, srcset }) => ({ type, srcset })),
  }
}
