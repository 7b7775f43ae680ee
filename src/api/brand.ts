import * as v from 'valibot'
import { ImageSchema, LineSchema } from './primitives.ts'
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

/** How a site looks and signs itself. Everything can be left out. */
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
    v.description('A picture in the place of the mark, drawn for a dark ground'),
  ),
  favicon: v.pipe(
    v.optional(v.nullable(ImageSchema), null),
    v.description('The sign of browser tabs; null: drawn from seal or mark'),
  ),
  theme: v.optional(ThemeSchema, {}),
})
export type Brand = v.InferOutput<typeof BrandSchema>
