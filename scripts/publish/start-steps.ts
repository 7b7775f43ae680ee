import type { PublishProgress } from '../lib/build-progress.ts'

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
