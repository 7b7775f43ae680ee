import { expect, test } from 'vitest'
import { BuildError } from '#scripts/publish/built-site.ts'
import { explainFailure } from '#scripts/publish/explain-failure.ts'
import { describeFailure, RenderError } from '#scripts/publish/live-builder/describe-failure.ts'

/** The reason that the status shows for an error of the builder process. */
function explain(error: Error): string {
  const { message, lines } = describeFailure(error)
  return explainFailure(new BuildError(message, lines))
}

const FULL = 'ENOSPC: no space left on device, write'
const CALL = 'GET /api/perform/detail {"id":12} (en) failed'

test.each([
  ['a failed call', new Error(CALL, { cause: new Error('fetch failed') }), `${CALL}: fetch failed`],
  ['a full disk', new Error(FULL), FULL],
])('the reason of a failed rendering is that of %s', (_, cause, reason) => {
  expect(explain(cause)).toBe(reason)
  expect(explain(new RenderError('pages could not be rendered', { cause }))).toBe(reason)
})

test('the reason of a failed bundle is the error in its output', () => {
  const fault = "EACCES: permission denied, open '.astro/content.d.ts'"
  const lines = [fault, '  Stack trace:', '    at syncInternal (index.js:147:3)']
  expect(explain(new BuildError('The build failed with exit code 1.', lines))).toBe(
    `The build failed with exit code 1. ${fault}`,
  )
})
