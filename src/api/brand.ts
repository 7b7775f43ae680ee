import * as v from 'valibot'
import { ImageSchema, LineSchema, MediaUrlSchema } from './primitives.ts'
import { ThemeSchema } from './theme.ts'

const countCharacters = (text: string): number => [...text].length

/** One to four characters in a square: a mark, the same in both languages. */
export const SealSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => countCharacters(text) >= 1 && countCharacters(text) <= 4,
    'expected 1 to 4 characters',
  ),
  v.regex(/^\S+$/u, 'expected no space'),
  v.description('One to four characters in a square'),
)

/** Included font families for Latin headings. */
export const HeadingFamilySchema = v.picklist([
  'cormorant',
  'noto-serif',
  'source-serif',
  'barlow-condensed',
])
/** Included font families for Latin text. */
export const TextFamilySchema = v.picklist(['source-serif', 'noto-serif'])
/** Maximum size of a custom font file. */
export const MAX_FONT_BYTES = 300 * 1024

/** Font families of a site. Chinese text uses Noto Serif SC, except for glyphs of a custom font. */
const BrandFontsSchema = v.object({
  heading_family: v.pipe(
    v.optional(HeadingFamilySchema, 'cormorant'),
    v.description('Family of Latin headings'),
  ),
  text_family: v.pipe(
    v.optional(TextFamilySchema, 'source-serif'),
    v.description('Family of Latin text'),
  ),
  display_font: v.pipe(
    v.optional(v.nullable(MediaUrlSchema), null),
    v.description(
      'A woff2 or ttf file of at most 300 KB for headings; the family supplies missing glyphs',
    ),
  ),
})
export type BrandFonts = v.InferOutput<typeof BrandFontsSchema>

/** The brand of a site. All fields are optional. */
export const BrandSchema = v.object({
  mark: v.pipe(
    v.optional(v.nullable(LineSchema), null),
    v.description('The word in the header; null: the name of the site'),
  ),
  second_mark: v.pipe(
    v.optional(v.nullable(LineSchema), null),
    v.description('A Latin word beside the mark and in the loading mask'),
  ),
  seal: v.optional(v.nullable(SealSchema), null),
  logo: v.pipe(
    v.optional(v.nullable(ImageSchema), null),
    v.description('A picture that replaces the mark, for dark backgrounds'),
  ),
  favicon: v.pipe(
    v.optional(v.nullable(ImageSchema), null),
    v.description('Icon of browser tabs; null: drawn from seal or mark'),
  ),
  theme: v.optional(ThemeSchema, {}),
  fonts: v.optional(BrandFontsSchema, {}),
})
export type Brand = v.InferOutput<typeof BrandSchema>
