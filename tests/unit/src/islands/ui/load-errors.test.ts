import { expect, test } from 'vitest'
import { ApiError, NetworkError, TimeoutError } from '#client/errors.ts'
import { keyOfLoadError } from '#islands/ui/load-errors.ts'

test.each([
  [new TimeoutError(null), 'errors:timeout'],
  [new NetworkError(null), 'errors:network'],
  [new ApiError(500903, ''), 'errors:out_of_service'],
  [new ApiError(500904, ''), 'errors:no_space'],
  [new ApiError(500905, ''), 'errors:too_many_calls'],
  [new ApiError(500902, ''), 'errors:maintenance'],
  [new ApiError(500, ''), 'errors:server_error'],
  [new Error('x'), 'errors:server_error'],
])('%s is said as %s', (error, key) => expect(keyOfLoadError(error)).toBe(key))
