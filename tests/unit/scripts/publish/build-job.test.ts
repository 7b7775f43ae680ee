import { expect, test } from 'vitest'
import { mergeJobs } from '#scripts/publish/build-job.ts'
import { readScope } from '#scripts/publish/receive-webhook.ts'

const changed = { kind: 'artists', id: 3, action: 'changed' }
const body = (data: object) => ({ type: 'content.changed', data })

test('reads the scope from a webhook that names every change; any other means everything', () => {
  expect(readScope(body({ version: '2', changes: [changed] }))).toEqual([
    { kind: 'artists', id: 3 },
  ])
  expect(readScope(body({ changes: [changed], omitted: 12 }))).toBe('all')
  expect(readScope(body({ changes: [] }))).toBe('all')
  expect(readScope(body({ changes: [{ kind: 'artists', id: '3' }] }))).toBe('all')
  expect(readScope({ type: 'content.changed' })).toBe('all')
})

test('merges queued jobs: the named items of both, or everything if either covers everything', () => {
  const first = { cause: 'content', forced: false, scope: [{ kind: 'artists', id: 3 }] } as const
  const second = { cause: 'command', forced: true, scope: [{ kind: 'courses', id: 4 }] } as const
  expect(mergeJobs(first, second)).toEqual({
    cause: 'content',
    forced: true,
    scope: [...first.scope, ...second.scope],
  })
  expect(mergeJobs(first, { cause: 'retry', forced: false }).scope).toBe('all')
})

test('drops a queued sweep in favour of a change', () => {
  const sweep = { cause: 'sweep', forced: false } as const
  const change = { cause: 'content', forced: false, scope: [] } as const
  expect(mergeJobs(sweep, change)).toBe(change)
  expect(mergeJobs(change, sweep)).toBe(change)
})
