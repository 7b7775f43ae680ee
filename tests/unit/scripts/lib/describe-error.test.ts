import { expect, test } from 'vitest'
import { describeError } from '#scripts/lib/describe-error.ts'

const failed = (cause: unknown) => new TypeError('fetch failed', { cause })

test('a failed connection is reported with its cause', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:9')
  expect(describeError(failed(refused))).toBe('fetch failed (connect ECONNREFUSED 127.0.0.1:9)')
})

test('a failed connection to a host with several addresses is reported with the first cause', () => {
  const errors = ['::1', '127.0.0.1'].map(
    (address) => new Error(`connect ECONNREFUSED ${address}:9`),
  )
  const fault = describeError(failed(new AggregateError(errors)))
  expect(fault).toBe('fetch failed (connect ECONNREFUSED ::1:9)')
  expect(describeError(new AggregateError(errors))).toBe('connect ECONNREFUSED ::1:9')
})
