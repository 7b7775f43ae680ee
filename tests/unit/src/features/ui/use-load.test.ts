import { expect, test } from 'vitest'
import * as v from 'valibot'
import { ApiError, NetworkError, TimeoutError } from '#client/errors.ts'
import { isNetworkFailure } from '#features/ui/use-load.ts'

/** The error of a response that does not follow the contract. */
function findInvalid(): unknown {
  try {
    return v.parse(v.number(), 'five')
  } catch (error) {
    return error
  }
}

test.each([
  ['an unreachable API', new NetworkError(null), true],
  ['a script that did not load', new TypeError('Failed to fetch'), true],
  ['a slow API', new TimeoutError(null), false],
  ['an error of the API', new ApiError(500, ''), false],
  ['an invalid response', findInvalid(), false],
])('after %s a request is retried by itself: %#', (_, error, isRetried) => {
  expect(isNetworkFailure(error)).toBe(isRetried)
})
