import * as v from 'valibot'

/** What a check found out about a file. */
export const VerdictSchema = v.variant('fits', [
  v.object({ fits: v.literal(true), mime: v.string(), durationS: v.nullable(v.number()) }),
  v.object({
    fits: v.literal(false),
    code: v.picklist([500401, 500403, 500406, 500407]),
    durationS: v.nullable(v.number()),
  }),
])
export type Verdict = v.InferOutput<typeof VerdictSchema>

/** The verdict on a file that is not what its name says. */
export const WRONG_TYPE: Verdict = { fits: false, code: 500401, durationS: null }

/** The verdict on a PDF that does more than show pages. */
export const ACTIVE_PDF: Verdict = { fits: false, code: 500407, durationS: null }

/** The verdict of a malware scanner. */
export const INFECTED: Verdict = { fits: false, code: 500406, durationS: null }
