import { describe, expect, test } from 'vitest'
import { findUnproven } from '#scripts/checks/statements/find-unproven.ts'
import { readChecklist } from '#scripts/checks/statements/read-checklist.ts'
import { readPlaywright, readVitest } from '#scripts/checks/statements/read-reports.ts'

const STATEMENTS = readChecklist(`
| id | statement | proof |
|---|---|---|
| S1.01 | first, with a | in it | unit+browser |
| S1.02 | second | contract |
| S1.03 | third | browser |
`)

test('a checklist is read row by row', () => {
  expect(STATEMENTS).toEqual([
    { id: 'S1.01', text: 'first, with a | in it', kinds: ['unit', 'browser'] },
    { id: 'S1.02', text: 'second', kinds: ['contract'] },
    { id: 'S1.03', text: 'third', kinds: ['browser'] },
  ])
  expect(() => readChecklist('| S1.01 | x | faith |')).toThrow('S1.01 asks for "faith"')
})

test('only tests that passed count, with the kind of their folder', () => {
  const result = (fullName: string, status: string) => ({ fullName, status })
  const report = {
    testResults: [
      {
        name: '/p/tests/unit/src/a.test.ts',
        assertionResults: [result('a [S1.01]', 'passed'), result('b [S1.02]', 'failed')],
      },
      { name: '/p/tests/serve/a.test.ts', assertionResults: [result('c', 'passed')] },
    ],
  }
  expect(readVitest(report)).toEqual([
    { title: 'a [S1.01]', kind: 'unit' },
    { title: 'c', kind: 'unit' },
  ])
})

test('of the stories those count that were told to their end', () => {
  const spec = (title: string, ok: boolean, status: string) => ({ title, ok, tests: [{ status }] })
  const report = {
    suites: [
      {
        title: 'a.e2e.ts',
        specs: [spec('one [S1.01]', true, 'expected'), spec('two', false, 'unexpected')],
        suites: [
          {
            title: 'inner [S1.03]',
            specs: [spec('three', true, 'skipped'), spec('four', true, 'expected')],
          },
        ],
      },
    ],
  }
  expect(readPlaywright(report)).toEqual([
    { title: 'a.e2e.ts one [S1.01]', kind: 'browser' },
    { title: 'a.e2e.ts inner [S1.03] four', kind: 'browser' },
  ])
})

describe('a statement', () => {
  const unit = { title: 'a [S1.01] [S1.02]', kind: 'unit' } as const
  const story = { title: 'b [S1.01]', kind: 'browser' } as const

  test('is unproven without a test of each kind that it asks for', () => {
    const { unproven } = findUnproven(STATEMENTS, [unit])
    expect(unproven.map(({ statement, missing }) => [statement.id, missing])).toEqual([
      ['S1.01', ['browser']],
      ['S1.02', ['contract']],
      ['S1.03', ['browser']],
    ])
  })

  test('is left to the long run when only a story that was not told lacks', () => {
    const { unproven, left } = findUnproven(
      STATEMENTS,
      [unit, story, { title: 'c [S1.02]', kind: 'contract' }],
      new Set(['S1.03']),
    )
    expect(unproven).toEqual([])
    expect(left.map(({ id }) => id)).toEqual(['S1.03'])
  })

  test('that no checklist has is named', () => {
    expect(findUnproven([], [unit]).unknown).toEqual(['S1.01', 'S1.02'])
  })
})
