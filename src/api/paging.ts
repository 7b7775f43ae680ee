import * as v from 'valibot'
import { CountSchema } from './primitives.ts'

const wholeNumber = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,5}$/, 'expected a positive integer'),
  v.transform(Number),
)

/** The most items of a list in one response. */
export const MAX_PAGE_SIZE = 100

/** Page number, from 1, and page size, in a query. */
export const PagingQuerySchema = v.object({
  page: v.optional(wholeNumber, '1'),
  size: v.optional(v.pipe(wholeNumber, v.maxValue(MAX_PAGE_SIZE)), '24'),
})

/** Page number and size in a JSON body. */
export const PagingBodySchema = v.object({
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999)), 1),
  size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE_SIZE)), 24),
})

/** One page of a list: its items, page, size and the total number of items. */
// @__NO_SIDE_EFFECTS__
export function createPageSchema<Item extends v.GenericSchema>(item: Item) {
  return v.object({
    items: v.array(item),
    page: v.pipe(CountSchema, v.minValue(1)),
    size: v.pipe(CountSchema, v.minValue(1)),
    total: CountSchema,
  })
}
