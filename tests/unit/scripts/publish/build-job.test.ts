import { expect, test } from 'vitest'
import { mergeJobs } from '#scripts/publish/build-job.ts'
import { readEvent } from '#scripts/publish/receive-webhook.ts'

const changed = { kind: 'artists', id: 3, action: 'changed' }
const body = (data: object) => ({ type: 'content.changed', data })
const readScope = (event: object) => readEvent(event).scope

test('reads the scope from a complete list of changes, and rebuilds everything otherwise', () => {
  expect(readScope(body({ version: '2', changes: [changed] }))).toEqual([
    { kind: 'artists', id: 3 },
  ])
  expect(readScope(body({ changes: [changed], omitted: 12 }))).toBe('all')
  expect(readScope(body({ changes: [] }))).toBe('all')
  expect(readScope(body({ changes: [{ kind: 'artists', id: '3' }] }))).toBe('all')
  expect(readScope({ type: 'content.changed' })).toBe('all')
})

test('explains why a list of changes is invalid', () => {
  const text = { kind: 'artists', id: '3' }
  expect(readEvent(body({ changes: [changed, text] })).fault).toBe(
    'data.changes.1.id: expected a number, not in quotes',
  )
  expect(readEvent({ type: 'content.changed' }).fault).toBeNull()
})

test('distinguishes scheduled changes from edits', () => {
  const due = { ...changed, action: 'due' }
  expect(readEvent(body({ changes: [due, due] })).cause).toBe('clock')
  expect(readEvent(body({ changes: [due, changed] })).cause).toBe('content')
  expect(readEvent({ type: 'content.changed' }).cause).toBe('content')
})

test('merges queued jobs: the items of both, or everything if either covers everything', () => {
  const first = { cause: 'content', forced: false, scope: [{ kind: 'artists', id: 3 }] } as const
  const second = { cause: 'command', forced: true, scope: [{ kind: 'courses', id: 4 }] } as const
  expect(mergeJobs(first, second)).toEqual({
    cause: 'content',
    forced: true,
    scope: [...first.scope, ...second.scope],
  })
  expect(mergeJobs(second, first)).toMatchObject({ cause: 'command', forced: true })
  const retry = { cause: 'retry', forced: false } as const
  expect(mergeJobs(first, retry).scope).toBe('all')
  expect(mergeJobs(retry, first).scope).toBe('all')
})

test('merges more than 500 items to everything', () => {
  const listItems = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ kind: 'artists', id }))
  const createJob = (count: number) =>
    ({ cause: 'content', forced: false, scope: listItems(count) }) as const
  expect(mergeJobs(createJob(250), createJob(250)).scope).toHaveLength(500)
  expect(mergeJobs(createJob(250), createJob(251)).scope).toBe('all')
})

test('counts a scheduled change merged with an edit as an edit', () => {
  const clock = { cause: 'clock', forced: false, scope: [] } as const
  const edit = { cause: 'content', forced: false, scope: [] } as const
  expect(mergeJobs(clock, edit).cause).toBe('content')
  expect(mergeJobs(edit, clock).cause).toBe('content')
})

test('drops a queued sweep in favour of a change', () => {
  const sweep = { cause: 'sweep', forced: false } as const
  const change = { cause: 'content', forced: false, scope: [] } as const
  expect(mergeJobs(sweep, change)).toBe(change)
  expect(mergeJobs(change, sweep)).toBe(change)
})
