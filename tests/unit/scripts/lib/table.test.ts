import { expect, test } from 'vitest'
import { formatTable } from '#scripts/lib/command-line/table.ts'

const rows = [
  { id: 7, title: '茶馆', note: 'a' },
  { id: 12, title: 'Hamlet', note: 'b\u0007\n\u202Ec' },
]

test('aligns columns by terminal width, where Chinese characters take two cells', () => {
  const lines = formatTable(rows, [
    { title: 'ID', align: 'right', cell: ({ id }) => String(id) },
    { title: 'TITLE', cell: ({ title }) => title },
    { title: 'NOTE', cell: ({ note }) => note },
  ])
  expect(lines.slice(1)).toEqual([' 7  茶馆    a', '12  Hamlet  b c'])
  expect(lines[0]).toContain('ID  TITLE   NOTE')
})

test('formats more rows than a call takes arguments', () => {
  const ids = Array.from({ length: 200_000 }, (_, id) => ({ id }))
  expect(formatTable(ids, [{ title: 'ID', cell: ({ id }) => String(id) }])).toHaveLength(200_001)
})
