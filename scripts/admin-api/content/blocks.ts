import type { Block, Video } from '#api/blocks.ts'
import { LOCALES, type Locale } from '#api/language.ts'
import type { Image, Span } from '#api/primitives.ts'
import type { ContentBlock } from './format/blocks.ts'
import { readInline, readParagraphs } from './inline.ts'
import { pickText, type LocalizedText } from './local.ts'
import type { MediaFile } from './media.ts'

/** Imported media files by their path below `media/`. */
export type MediaMap = ReadonlyMap<string, MediaFile>
export interface ContentImage {
  file: string
  alt: LocalizedText
}

/** @throws Error if the file was not imported */
export function findMedia(media: MediaMap, file: string): MediaFile {
  const imported = media.get(file)
  if (!imported) throw new Error(`media file ${file} was not imported`)
  return imported
}

export function resolveImage(image: ContentImage, media: MediaMap, lang: Locale): Image {
  const { name, width, height } = findMedia(media, image.file)
  return { url: name, alt: pickText(image.alt, lang), width, height }
}

function resolveVideo(
  block: Extract<ContentBlock, { type: 'video' }>,
  media: MediaMap,
  lang: Locale,
): Video {
  const { name, width, height, duration_s } = findMedia(media, block.file)
  const captions = LOCALES.flatMap((captionLang) => {
    const file = block.captions[captionLang]
    return file === undefined ? [] : [{ lang: captionLang, url: findMedia(media, file).name }]
  })
  return {
    url: name,
    title: pickText(block.title, lang),
    poster: resolveImage(block.poster, media, lang),
    width,
    height,
    duration_s: duration_s ?? 0,
    captions,
  }
}

type NestedList = Extract<Block, { type: 'nested_list' }>

function resolveNestedList(
  { type, style, items }: Extract<ContentBlock, { type: 'nested_list' }>,
  lang: Locale,
): NestedList {
  const read = ({ text }: { text: LocalizedText }) => ({
    content: readInline(pickText(text, lang)),
  })
  return {
    type,
    style,
    items: items.map((item) => ({
      ...read(item),
      list: item.list
        ? {
            style: item.list.style,
            items: item.list.items.map((second) => ({
              ...read(second),
              list: second.list
                ? { style: second.list.style, items: second.list.items.map(read) }
                : null,
            })),
          }
        : null,
    })),
  }
}

/** Converts blocks of the content format to blocks of the API contract, in one language. */
export function resolveBlocks(
  blocks: readonly ContentBlock[],
  media: MediaMap,
  lang: Locale,
): Block[] {
  const text = (localized: LocalizedText) => pickText(localized, lang)
  const optional = (localized: LocalizedText | undefined) => (localized ? text(localized) : null)
  const picture = (image: ContentImage) => resolveImage(image, media, lang)
  return blocks.flatMap((block): Block | Block[] => {
    switch (block.type) {
      case 'heading':
        return { type: 'heading', level: block.level, text: text(block.text) }
      case 'paragraph':
        return readParagraphs(text(block.text)).map((content) => ({ type: 'paragraph', content }))
      case 'list':
        return {
          type: 'list',
          style: block.style,
          items: block.items.map((one) => readInline(text(one))),
        }
      case 'nested_list':
        return resolveNestedList(block, lang)
      case 'table':
        return {
          type: 'table',
          caption: optional(block.caption),
          head: block.head.map((cell) => readInline(text(cell))),
          row_heads: block.row_heads,
          rows: block.rows.map((row) => row.map((cell) => readInline(text(cell)))),
        }
      case 'image_text':
        return {
          type: 'image_text',
          side: block.side,
          image: picture(block.image),
          caption: optional(block.caption),
          paragraphs: readParagraphs(text(block.text)),
        }
      case 'image':
        return {
          type: 'image',
          width: block.width,
          image: picture(block.image),
          caption: optional(block.caption),
        }
      case 'gallery':
        return {
          type: 'gallery',
          images: block.images.map((one) => ({
            image: picture(one),
            caption: optional(one.caption),
          })),
        }
      case 'video':
        return {
          type: 'video',
          video: resolveVideo(block, media, lang),
          caption: optional(block.caption),
        }
      case 'quote':
        return { type: 'quote', text: text(block.text), source: optional(block.source) }
      case 'button':
        return {
          type: 'button',
          label: text(block.label),
          href: block.href,
          note: optional(block.note),
        }
    }
  })
}

const plainSpans = (spans: Span[]) => spans.map((span) => span.text).join('')

const plainCells = (cells: Span[][]) => cells.map(plainSpans).join(' ')

interface Lines {
  items: { content: Span[]; list?: Lines | null }[]
}
const listLines = ({ items }: Lines): string[] =>
  items.flatMap(({ content, list }) => [plainSpans(content), ...(list ? listLines(list) : [])])

/** The plain text of blocks, for the search index. */
export function readPlainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.type) {
        case 'heading':
        case 'quote':
          return block.text
        case 'paragraph':
          return plainSpans(block.content)
        case 'list':
          return block.items.map(plainSpans).join('\n')
        case 'nested_list':
          return listLines(block).join('\n')
        case 'table':
          return [block.caption ?? '', ...[block.head, ...block.rows].map(plainCells)].join('\n')
        case 'image_text':
          return block.paragraphs.map(plainSpans).join('\n')
        case 'video':
          return block.video.title
        case 'image':
          return block.caption ?? ''
        case 'gallery':
          return block.images.map(({ caption }) => caption ?? '').join('\n')
        case 'button':
          return ''
      }
    })
    .filter((text) => text !== '')
    .join('\n')
}
