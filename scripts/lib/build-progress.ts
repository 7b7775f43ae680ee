import path from 'node:path'
import * as v from 'valibot'
import { readJsonFile } from './read-json-file.ts'

/** Phases of a build, in order. `media`: deferred images, share cards and font subsets of rare characters. */
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

/** Formats the progress of a build: `rendering pages: 12 of 366`. */
export function describeProgress({ phase, done, total }: PublishProgress): string {
  if (total !== undefined) return `${STEPS[phase]}: ${done} of ${total}`
  return done > 0 ? `${STEPS[phase]}: ${done}` : STEPS[phase]
}

/** The step of a start that each phase of its build belongs to. */
export const PHASE_STEPS: Record<PublishProgress['phase'], string> = {
  fetch: 'Styles, scripts and content',
  render: 'Pages, feeds and calendar files',
  store: 'Fonts of the pages',
  media: 'Pictures, share cards and rare characters',
  gate: 'Checks',
  switch: 'Checks',
}
/** The step before the build, in which the embedded API reads its content. */
export const CONTENT_STEP = 'Pictures of the content'

/** All steps of a start, in order. */
export const START_STEPS = [CONTENT_STEP, ...new Set(Object.values(PHASE_STEPS))]

/** The file to which a server writes its publishing status. */
export const getStatusFile = (dataDir: string): string => path.join(dataDir, 'publish.json')

const RunningSchema = v.object({ building: v.nullable(ProgressSchema) })

/** Reads the progress of the running build of a data folder; null when no build is running. */
export async function readBuildProgress(dataDir: string): Promise<PublishProgress | null> {
  return (await readJsonFile(getStatusFile(dataDir), RunningSchema))?.building ?? null
}
