import * as v from 'valibot'

/** Result of a file check. */
export const VerdictSchema = v.variant('fits', [
  v.object({ fits: v.literal(true), mime: v.string(), durationS: v.nullable(v.number()) }),
  v.object({
    fits: v.literal(false),
    code: v.picklist([500401, 500403, 500406, 500407]),
    durationS: v.nullable(v.number()),
  }),
])
export type FileVerdict = v.InferOutput<typeof VerdictSchema>

/** The verdict for a file whose content does not match the required type. */
export const WRONG_TYPE: FileVerdict = { fits: false, code: 500401, durationS: null }
