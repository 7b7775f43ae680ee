import type { Block, RichText } from '#api/blocks.ts'
import type { Span } from '#api/primitives.ts'
import type { LongFormBlock, NestedList } from '#blocks/long-form.ts'
import { localizeHref } from '#i18n/paths.ts'
import type { Locale } from '#i18n/locales.ts'
import { ensureFile } from '#integrations/media/media-store.ts'
import { readExtension } from './file-names.ts'
import { readMediaIfAvailable } from './media.ts'
import { preparePicture } from './pictures.ts'
import { ContentFaultError } from './query-cache/content-fault.ts'
import { readHtml } from './html/read-html.ts'

/** @returns the site URL; null for an unavailable file, which is a fault of the page being rendered */
async function publishMedia(url: string, base: string): Promise<string | null> {
  const address = new URL(url, base).href
  const file = await readMediaIfAvailable(address)
  return file && ensureFile(`media/${file.hash}.${readExtension(address)}`, file.read)
}

const localizeSpans = (spans: Span[], locale: Locale): Span[] =>
  spans.map((span) =>
    span.type === 'link' ? { ...span, href: localizeHref(span.href, locale) } : span,
  )

const localizeList = ({ style, items }: NestedList, locale: Locale): NestedList => ({
  style,
  items: items.map(({ content, list }) => ({
    content: localizeSpans(content, locale),
    list: list ? localizeList(list, locale) : null,
  })),
})

/** @returns null for a video that is not available */
async function prepareBlock(
  block: Block,
  base: string,
  locale: Locale,
): Promise<LongFormBlock | null> {
  switch (block.type) {
    case 'heading':
    case 'quote':
      return block
    case 'paragraph':
      return { ...block, content: localizeSpans(block.content, locale) }
    case 'list':
      return { ...block, items: block.items.map((item) => localizeSpans(item, locale)) }
    case 'nested_list':
      return { ...block, ...localizeList(block, locale) }
    case 'table':
      return {
        ...block,
        head: block.head.map((cell) => localizeSpans(cell, locale)),
        rows: block.rows.map((row) => row.map((cell) => localizeSpans(cell, locale))),
      }
    case 'button':
      return { ...block, href: localizeHref(block.href, locale) }
    case 'image':
      return { ...block, image: await preparePicture(block.image, base) }
    case 'image_text':
      return {
        ...block,
        image: await preparePicture(block.image, base),
        paragraphs: block.paragraphs.map((spans) => localizeSpans(spans, locale)),
      }
    case 'gallery':
      return {
        ...block,
        images: await Promise.all(
          block.images.map(async ({ image, caption }) => ({
            image: await preparePicture(image, base),
            caption,
          })),
        ),
      }
    case 'video': {
      const url = await publishMedia(block.video.url, base)
      if (url === null) return null
      const captions = await Promise.all(
        block.video.captions.map(async ({ lang, url: track }) => ({
          lang,
          url: await publishMedia(track, base),
        })),
      )
      return {
        ...block,
        video: {
          ...block.video,
          url,
          poster: await preparePicture(block.video.poster, base),
          captions: captions.flatMap(({ lang, url: track }) =>
            track === null ? [] : [{ lang, url: track }],
          ),
        },
      }
    }
  }
}

const reported = new Set<string>()

/** Logs unsupported HTML of an item once, not once per language or build. */
function reportLosses(item: string, losses: readonly string[]): void {
  if (losses.length === 0) return
  const line = `${item}: its HTML contains elements that the site does not show: ${losses.join(', ')}`
  if (!reported.has(line)) process.stderr.write(`${line}\n`)
  reported.add(line)
}

/** @throws ContentFaultError for HTML that cannot be read */
function readItemHtml(html: string, locale: Locale, item: string) {
  try {
    return readHtml(html)
  } catch (cause) {
    const reason = `its HTML cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
    const fault = { subject: item, kind: null, locale, field: 'body', reason } as const
    throw new ContentFaultError({ ...fault, effect: 'left-out' }, { cause })
  }
}

/**
 * Prepares long-form content: parses HTML into blocks, generates images and localises links.
 * @param item kind and id of the item that the content belongs to, for the build log
 */
export async function prepareBlocks(
  content: RichText,
  base: string,
  locale: Locale,
  item: string,
): Promise<LongFormBlock[]> {
  const prepareAll = async (blocks: readonly Block[]) => {
    const prepared = await Promise.all(blocks.map((block) => prepareBlock(block, base, locale)))
    return prepared.filter((block) => block !== null)
  }
  if (typeof content !== 'string') return prepareAll(content)
  const { blocks, losses } = readItemHtml(content, locale, item)
  reportLosses(item, losses)
  return prepareAll(blocks)
}
