import * as v from 'valibot'
import { mapLocales } from '#api/language.ts'
import { HrefSchema } from '#api/primitives.ts'
import { FORMATTED, image, LocalLineSchema, LocalProseSchema, media, PLAIN } from './fields.ts'

const formatted = v.pipe(LocalProseSchema, v.description(`Text; ${FORMATTED}`))
const style = v.optional(v.picklist(['bulleted', 'numbered']), 'bulleted')
const thirdList = v.strictObject({
  style,
  items: v.array(v.strictObject({ text: formatted })),
})
const secondList = v.strictObject({
  style,
  items: v.array(v.strictObject({ text: formatted, list: v.optional(thirdList) })),
})

export const Block = v.variant('type', [
  v.strictObject({
    type: v.literal('heading'),
    level: v.pipe(v.optional(v.picklist([2, 3]), 2), v.description('2, or 3 for a lower heading.')),
    text: v.pipe(LocalLineSchema, v.description(PLAIN)),
  }),
  v.strictObject({ type: v.literal('paragraph'), text: formatted }),
  v.strictObject({
    type: v.literal('list'),
    style,
    items: v.array(LocalProseSchema),
  }),
  v.strictObject({
    type: v.literal('nested_list'),
    style,
    items: v.array(v.strictObject({ text: formatted, list: v.optional(secondList) })),
  }),
  v.pipe(
    v.strictObject({
      type: v.literal('table'),
      caption: v.optional(LocalLineSchema),
      head: v.optional(v.array(LocalLineSchema), []),
      row_heads: v.optional(v.boolean(), false),
      rows: v.pipe(v.array(v.array(LocalProseSchema)), v.minLength(1)),
    }),
    v.check(
      ({ head, rows }) =>
        new Set([head, ...rows].map((row) => row.length).filter(Boolean)).size === 1,
      'expected the same number of cells in each row, and in head',
    ),
  ),
  v.strictObject({
    type: v.literal('image_text'),
    side: v.optional(v.picklist(['left', 'right']), 'left'),
    image,
    caption: v.optional(LocalLineSchema),
    text: formatted,
  }),
  v.strictObject({
    type: v.literal('image'),
    width: v.optional(v.picklist(['text', 'wide']), 'text'),
    image,
    caption: v.optional(LocalLineSchema),
  }),
  v.strictObject({
    type: v.literal('gallery'),
    images: v.pipe(
      v.array(v.strictObject({ ...image.entries, caption: v.optional(LocalLineSchema) })),
      v.minLength(2),
    ),
  }),
  v.strictObject({
    type: v.literal('video'),
    file: media,
    poster: v.pipe(image, v.description('Picture that is shown before the video plays.')),
    title: LocalLineSchema,
    caption: v.optional(LocalLineSchema),
    captions: v.optional(v.strictObject(mapLocales(() => v.optional(media))), {}),
  }),
  v.strictObject({
    type: v.literal('quote'),
    text: v.pipe(LocalLineSchema, v.description(PLAIN)),
    source: v.optional(LocalLineSchema),
  }),
  v.strictObject({
    type: v.literal('button'),
    label: LocalLineSchema,
    href: HrefSchema,
    note: v.optional(LocalLineSchema),
  }),
])
export type ContentBlock = v.InferOutput<typeof Block>
export const body = v.array(Block)
