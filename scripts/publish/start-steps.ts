import type { PublishProgress } from '../lib/build-progress.ts'

/** The step of a start by the phase of its build. */
export const PHASES: Record<PublishProgress['phase'], string> = {
  fetch: 'Styles, scripts and content',
  render: 'Pages, feeds and calendar files',
  store: 'Fonts of the pages',
  media: 'Pictures, share cards and rare characters',
  gate: 'Checks',
  switch: 'Checks',
}
/** Before the build: the embedded API reads its content. */
export const CONTENT_PICTURES = 'Pictures of the content'

/** All steps of a start, in their order. */
export const START_STEPS = [CONTENT_PICTURES, ...new Set(Object.values(PHASES))]
