import { expect, test } from 'vitest'
import {
  clearContentReplaced,
  markContentReplaced,
  readContentReplaced,
} from '#scripts/lib/replaced-content.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('content replaced again during a release stays flagged until its own release', () => {
  using folder = createTemporaryFolder()
  const read = () => readContentReplaced(folder.path)
  expect(read()).toBeUndefined()
  markContentReplaced(folder.path)
  const first = read()
  markContentReplaced(folder.path)
  clearContentReplaced(folder.path, first)
  const second = read()
  expect([typeof first, typeof second]).toEqual(['string', 'string'])
  clearContentReplaced(folder.path, second)
  expect(read()).toBeUndefined()
})
