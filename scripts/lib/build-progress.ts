import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

/** What a build does, in this order. */
export const PHASES = ['fetch', 'render', 'store', 'media', 'gate', 'switch'] as const

/** Progress of a build: pages or files done in a phase, out of `total` if known. */
export const ProgressSchema = v.object({
  phase: v.picklist(PHASES),
  done: v.number(),
  total: v.optional(v.number()),
})
export type PublishProgress = v.InferOutput<typeof ProgressSchema>

const STEPS: Record<PublishProgress['phase'], string> = {
  fetch: 'reading content',
  render: 'rendering pages',
  store: 'storing pages',
  media: 'making pictures, share cards and fonts',
  gate: 'checking the release',
  switch: 'switching to the release',
}

/** Formats what a build does at this moment: `rendering pages: 12 of 366`. */
export function describeBuilding({ phase, done, total }: PublishProgress): string {
  if (total !== undefined) return `${STEPS[phase]}: ${done} of ${total}`
  return done > 0 ? `${STEPS[phase]}: ${done}` : STEPS[phase]
}

/** The file in which a server writes what it publishes. */
export const statusFileOf = (dataDir: string): string => path.join(dataDir, 'publish.json')

const RunningSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ building: v.nullable(ProgressSchema) }),
)

/** Reads what the running build of a data folder does; null when none runs. */
export async function readBuilding(dataDir: string): Promise<PublishProgress | null> {
  const text = await readFile(statusFileOf(dataDir), 'utf8').catch(() => '')
  const status = v.safeParse(RunningSchema, text)
  return status.success ? status.output.building : null
}
