import * as v from 'valibot'
import {
  CountSchema,
  HrefSchema,
  ImageSchema,
  LineSchema,
  LocaleSchema,
  MediaUrlSchema,
  SpanSchema,
} from './primitives.ts'

// Long-form content (spec section 1): headings, paragraphs, lists, image-plus-text blocks, videos
// and call-to-action buttons; additionally nested list, table, gallery, single image and quote.

const SpansSchema = v.array(SpanSchema)
const CaptionSchema = v.nullable(LineSchema)

export const VideoSchema = v.object({
  url: MediaUrlSchema,
  title: LineSchema,
  poster: ImageSchema,
  width: v.pipe(CountSchema, v.minValue(1)),
  height: v.pipe(CountSchema, v.minValue(1)),
  duration_s: v.pipe(v.number(), v.minValue(0), v.description('Length in seconds')),
  captions: v.array(v.object({ lang: LocaleSchema, url: MediaUrlSchema })),
})
export type Video = v.InferOutput<typeof VideoSchema>

export const HeadingBlockSchema = v.object({
  type: v.literal('heading'),
  level: v.picklist([2, 3]),
  text: LineSchema,
})
export const ParagraphBlockSchema = v.object({ type: v.literal('paragraph'), content: SpansSchema })
const ListStyleSchema = v.picklist(['bulleted', 'numbered'])
export const ListBlockSchema = v.object({
  type: v.literal('list'),
  style: ListStyleSchema,
  items: v.array(SpansSchema),
})
/** Lists nest up to three levels: more are unreadable on a phone. */
const ThirdListSchema = v.object({
  style: ListStyleSchema,
  items: v.array(v.object({ content: SpansSchema })),
})
const SecondListSchema = v.object({
  style: ListStyleSchema,
  items: v.array(v.object({ content: SpansSchema, list: v.nullable(ThirdListSchema) })),
})
export const NestedListBlockSchema = v.object({
  type: v.literal('nested_list'),
  style: ListStyleSchema,
  items: v.array(v.object({ content: SpansSchema, list: v.nullable(SecondListSchema) })),
})
/** Rows have as many cells as `head`, or as the first row without a head. */
export const TableBlockSchema = v.object({
  type: v.literal('table'),
  caption: CaptionSchema,
  head: v.pipe(v.array(SpansSchema), v.description('Column headings; empty when there are none')),
  row_heads: v.pipe(
    v.boolean(),
    v.description('Whether the first cell of each row is its heading'),
  ),
  rows: v.array(v.array(SpansSchema)),
})
export const ImageTextBlockSchema = v.object({
  type: v.literal('image_text'),
  side: v.pipe(v.picklist(['left', 'right']), v.description('Side of the picture')),
  image: ImageSchema,
  caption: CaptionSchema,
  paragraphs: v.array(SpansSchema),
})
export const ImageBlockSchema = v.object({
  type: v.literal('image'),
  width: v.picklist(['text', 'wide']),
  image: ImageSchema,
  caption: CaptionSchema,
})
export const GalleryBlockSchema = v.object({
  type: v.literal('gallery'),
  images: v.array(v.object({ image: ImageSchema, caption: CaptionSchema })),
})
export const VideoBlockSchema = v.object({
  type: v.literal('video'),
  video: VideoSchema,
  caption: CaptionSchema,
})
export const QuoteBlockSchema = v.object({
  type: v.literal('quote'),
  text: LineSchema,
  source: CaptionSchema,
})
export const ButtonBlockSchema = v.object({
  type: v.literal('button'),
  label: LineSchema,
  href: HrefSchema,
  note: CaptionSchema,
})

export const BlockSchema = v.variant('type', [
  HeadingBlockSchema,
  ParagraphBlockSchema,
  ListBlockSchema,
  NestedListBlockSchema,
  TableBlockSchema,
  ImageTextBlockSchema,
  ImageBlockSchema,
  GalleryBlockSchema,
  VideoBlockSchema,
  QuoteBlockSchema,
  ButtonBlockSchema,
])
export type Block = v.InferOutput<typeof BlockSchema>

/**
 * Long-form content from the API: blocks, or an HTML string of a rich-text editor.
 * The build sanitises HTML and converts it to blocks.
 */
export const RichTextSchema = v.pipe(
  v.union([v.array(BlockSchema), v.pipe(v.string(), v.maxLength(500_000))]),
  v.description('Array of blocks, or an HTML string that is sanitised into blocks'),
)
export type RichText = v.InferOutput<typeof RichTextSchema>
