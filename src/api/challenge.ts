import * as v from 'valibot'

const HexSchema = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/), v.maxLength(256))

/**
 * A proof of work in the format of ALTCHA (https://altcha.org, version 2): the browser derives keys
 * from `nonce` and a counter until one begins with `keyPrefix`.
 */
export const ProofOfWorkSchema = v.object({
  kind: v.literal('proof-of-work'),
  parameters: v.object({
    algorithm: v.picklist(['PBKDF2/SHA-256', 'PBKDF2/SHA-384', 'PBKDF2/SHA-512']),
    nonce: HexSchema,
    salt: HexSchema,
    cost: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
    keyLength: v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(64)),
    keyPrefix: HexSchema,
    keySignature: v.exactOptional(HexSchema),
    data: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number()]))),
  }),
  signature: HexSchema,
})
export type ProofOfWork = v.InferOutput<typeof ProofOfWorkSchema>

/** Data of refusal 500213: the challenge to solve before repeating the call. */
export const ChallengeRequiredSchema = v.object({ challenge: ProofOfWorkSchema })

/** The unchanged challenge with its solution. */
export const SolutionSchema = v.pipe(
  v.object({
    ...ProofOfWorkSchema.entries,
    solution: v.object({
      counter: v.pipe(v.number(), v.integer(), v.minValue(0)),
      derivedKey: HexSchema,
    }),
  }),
  v.description(
    'The challenge of refusal 500213 with its solution; left out until it is requested',
  ),
)
export type Solution = v.InferOutput<typeof SolutionSchema>
