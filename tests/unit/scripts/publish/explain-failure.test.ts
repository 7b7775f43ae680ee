import { expect, test } from 'vitest'
import { BuildError } from '#scripts/publish/built-site.ts'
import { explainFailure } from '#scripts/publish/explain-failure.ts'

const explain = (...lines: string[]) => explainFailure(new BuildError('The build failed.', lines))

test('names call, item and field of an invalid response', () => {
  const message = 'GET /api/perform/detail {"id":12} (en): title: Invalid type'
  expect(
    explain(
      `Error: ${message}`,
      '    at requestContent (client.ts:1:1)',
      '  [cause]: ValiError: x',
    ),
  ).toBe(message)
})

test.each(['  [cause]: ApiError: license expired', 'Caused by: ApiError: license expired'])(
  'appends the cause of a failed call: %s',
  (cause) => {
    expect(explain('[ERROR] POST /api/a {} (en) failed', '    at x (y.ts:1:1)', cause)).toBe(
      'POST /api/a {} (en) failed: license expired',
    )
  },
)

test('quotes the last lines of a build that failed for another reason', () => {
  expect(explain('one', 'two', 'three', 'four')).toBe('The build failed. two three four')
  expect(explainFailure(new Error('fetch failed'))).toBe('fetch failed')
})

test('quotes the error of the bundler', () => {
  const error = "[UNRESOLVED_IMPORT] Could not resolve './a.css' in src/a.tsx"
  const lines = ['10:00:00 [ERROR] [vite] ✗ Build failed in 1.67s', error, '   ╭─[ src/a.tsx:1:8 ]']
  expect(explain('starting', ...lines)).toBe(`The build failed. ${error}`)
})

test('quotes the error of a build instead of the end of its stack', () => {
  const lines = [
    '[ERROR] EACCES: permission denied',
    "  Stack trace:'",
    "'    at x (y.ts:1:1)'",
    '}',
  ]
  expect(explain('starting', ...lines)).toBe('The build failed. [ERROR] EACCES: permission denied')
})
