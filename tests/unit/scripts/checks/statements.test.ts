import { describe, expect, test } from 'vitest'
import {
  findUnproven,
  readChecklist,
  readPlaywright,
  readVitest,
  type PassedTest,
} from '#scripts/checks/statements.ts'

const STATEMENTS = readChecklist(`
| id | statement | proof |
|---|---|---|
| S1.01 | first, with a | in it | unit+browser |
| S1.02 | second | contract |
| S1.03 | third | browser |
`)

test('reads a checklist row by row', () => {
  expect(STATEMENTS).toEqual([
    { id: 'S1.01', text: 'first, with a | in it', kinds: ['unit', 'browser'] },
    { id: 'S1.02', text: 'second', kinds: ['contract'] },
    { id: 'S1.03', text: 'third', kinds: ['browser'] },
  ])
  expect(() => readChecklist('| S1.01 | x | faith |')).toThrow(
    'S1.01 requires the unknown kind "faith"',
  )
})

test('counts only passed tests, with the kind of their folder', () => {
  const result = (tags: string[], status: string) => ({ tags, status })
  const report = {
    testResults: [
      {
        name: '/p/tests/unit/src/a.test.ts',
        assertionResults: [result(['S1.01'], 'passed'), result(['S1.02'], 'failed')],
      },
      { name: '/p/tests/serve/a.test.ts', assertionResults: [result([], 'passed')] },
    ],
  }
  expect(readVitest(report)).toEqual([
    { tags: ['S1.01'], kind: 'unit' },
    { tags: [], kind: 'unit' },
  ])
  const unknown = { testResults: [{ name: '/p/tests/days/a.test.ts', assertionResults: [] }] }
  expect(() => readVitest(unknown)).toThrow('no kind of test is known for /p/tests/days/a.test.ts')
})

test('counts only passed e2e tests', () => {
  const spec = (tags: string[], ok: boolean, status: string) => ({ tags, ok, tests: [{ status }] })
  const report = {
    suites: [
      {
        specs: [spec(['S1.01'], true, 'expected'), spec(['S1.02'], false, 'unexpected')],
        suites: [
          { specs: [spec(['S1.02'], true, 'skipped'), spec(['S1.03', 'always'], true, 'flaky')] },
        ],
      },
    ],
  }
  expect(readPlaywright(report)).toEqual([
    { tags: ['S1.01'], kind: 'browser' },
    { tags: ['S1.03', 'always'], kind: 'browser' },
  ])
})

describe('findUnproven', () => {
  const unit = { tags: ['S1.01', 'S1.02'], kind: 'unit' } satisfies PassedTest
  const story = { tags: ['S1.01', 'always'], kind: 'browser' } satisfies PassedTest

  test('reports statements without a test of each required kind', () => {
    const { unproven } = findUnproven(STATEMENTS, [unit])
    expect(unproven.map(({ statement, missing }) => [statement.id, missing])).toEqual([
      ['S1.01', ['browser']],
      ['S1.02', ['contract']],
      ['S1.03', ['browser']],
    ])
  })

  test('defers a statement whose only missing test did not run', () => {
    const { unproven, deferred } = findUnproven(
      STATEMENTS,
      [unit, story, { tags: ['S1.02'], kind: 'contract' }],
      new Set(['S1.03']),
    )
    expect(unproven).toEqual([])
    expect(deferred.map(({ id }) => id)).toEqual(['S1.03'])
  })

  test('reports ids that the checklist lacks', () => {
    expect(findUnproven([], [unit]).unknown).toEqual(['S1.01', 'S1.02'])
  })
})
