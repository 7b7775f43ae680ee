import { expect, test } from 'vitest'
import { createPlainLogger } from '#scripts/lib/logger.ts'

test('prints lists below the message and other fields behind it', () => {
  const lines: string[] = []
  const logger = createPlainLogger('info', (line) => lines.push(line))
  logger.warn({ root: 'my-venue', faults: ['a.yaml:3: title: missing'] }, 'a file is faulty')
  logger.error({ err: new Error('no space left'), attempt: 2 }, 'cannot write')
  logger.info({}, 'listening')
  logger.debug({}, 'not shown')
  expect(lines).toEqual([
    '  warning: a file is faulty (root my-venue)',
    '    - a.yaml:3: title: missing',
    '  error: cannot write (no space left, attempt 2)',
    '  note: listening',
  ])
})
