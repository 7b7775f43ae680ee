import { expect, test } from 'vitest'
import { mergeOrders } from '#scripts/publish/orders.ts'
import { readWanted } from '#scripts/publish/receive-webhook.ts'

const changed = { kind: 'artists', id: 3, action: 'changed' }
const body = (data: object) => ({ type: 'content.changed', data })

test('a webhook that names every change is taken at its word, any other means everything', () => {
  expect(readWanted(body({ version: '2', changes: [changed] }))).toEqual([
    { kind: 'artists', id: 3 },
  ])
  expect(readWanted(body({ changes: [changed], omitted: 12 }))).toBe('all')
  expect(readWanted(body({ changes: [] }))).toBe('all')
  expect(readWanted(body({ changes: [{ kind: 'artists', id: '3' }] }))).toBe('all')
  expect(readWanted({ type: 'content.changed' })).toBe('all')
})

test('orders that wait are one: what either names, everything if either means it', () => {
  const first = { cause: 'content', forced: false, wanted: [{ kind: 'artists', id: 3 }] } as const
  const second = { cause: 'command', forced: true, wanted: [{ kind: 'courses', id: 4 }] } as const
  expect(mergeOrders(first, second)).toEqual({
    cause: 'content',
    forced: true,
    wanted: [...first.wanted, ...second.wanted],
  })
  expect(mergeOrders(first, { cause: 'retry', forced: false }).wanted).toBe('all')
})

test('a sweep that waits gives way to a change', () => {
  const sweep = { cause: 'sweep', forced: false } as const
  const change = { cause: 'content', forced: false, wanted: [] } as const
  expect(mergeOrders(sweep, change)).toBe(change)
  expect(mergeOrders(change, sweep)).toBe(change)
})
