import { expect, test, vi } from 'vitest'
import { ApiError, NetworkError, RefusalError, TimeoutError } from '#client/errors.ts'
import { describeError, describeFailure, toResultFailure } from '#features/forms/failures.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const t = createIslandTexts('en', 'form')

test.each([
  [new TimeoutError(null), 'errors:timeout'],
  [new NetworkError(null), 'errors:network'],
  [new NetworkError(new ApiError(502, '')), 'errors:out_of_service'],
  [new RefusalError(500903, ''), 'errors:out_of_service'],
  [new RefusalError(500905, ''), 'errors:too_many_calls'],
  [new ApiError(500, 'internal'), 'errors:server_error'],
  [new Error('x'), 'errors:server_error'],
] as const)('describes %s as %s', (error, key) => expect(describeError(error, t)).toBe(t(key)))

test('describes the failed import of a script as offline without a network', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const error = new TypeError('Failed to fetch dynamically imported module')
  expect(describeError(error, t)).toBe(t('errors:network'))
  vi.unstubAllGlobals()
})

test.each([403, 303, 510_000, 599_999])(
  'describes the unknown code %i with the message of the API',
  { tags: ['S8.03', 'S8.05'] },
  (code) => {
    const message = 'All places are taken, please ring 123'
    const failure = toResultFailure({ status: 'refused', code, msg: message, data: null })
    expect(describeFailure(failure, t)).toBe(message)
    expect(describeError(new RefusalError(code, message), t)).toBe(message)
    expect(describeError(new RefusalError(code, ''), t)).toBe(t('errors:server_error'))
  },
)

test('reports an ended session as unauthorized', () =>
  expect(toResultFailure({ status: 'unauthorized' })).toEqual({ kind: 'unauthorized' }))

test('describes a known business code with its own text', () => {
  const failure = toResultFailure({ status: 'refused', code: 500_302, msg: 'x', data: null })
  expect(describeFailure(failure, t)).toBe(t('errors:application_full'))
})
