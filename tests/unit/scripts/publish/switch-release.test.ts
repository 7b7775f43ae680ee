import { expect, test } from 'vitest'
import { pointBack } from '#scripts/publish/switch-release.ts'

test('a repeated rollback keeps the first release and the held changes', () => {
  const held = { content: 'due', at: '2026-11-21T08:00:00.000Z' }
  const pointer = { id: 'second', rolledBackFrom: 'third', held }
  expect(pointBack('second', 'first', pointer)).toEqual({ ...pointer, id: 'first' })
  expect(pointBack('second', 'third', pointer)).toEqual({ id: 'third' })
})
