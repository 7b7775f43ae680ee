import { expect, test } from 'vitest'
import { toResultFailure, toErrorFailure, type Failure } from '#features/forms/failures.ts'
import { NetworkError } from '#client/errors.ts'
import { readRefusal } from '#features/tickets/refusal.ts'

const refuse = (code: number, data: unknown = null): Failure =>
  toResultFailure({ status: 'refused', code, msg: '', data })

test('returns the new quote of an order refused for a changed price', () => {
  const quote = {
    original_fen: 36_100,
    member_discount_fen: 0,
    payable_fen: 36_100,
    rule: 'regular',
  }
  expect(readRefusal(refuse(500104, quote))).toEqual({ kind: 'price', quote })
})

test('returns the places left of an order refused for too few places', () => {
  const data = { tier_id: 2, places_left: 5 }
  expect(readRefusal(refuse(500110, data))).toEqual({ kind: 'insufficient', tierId: 2, left: 5 })
})

test.each([
  [500112, 'pending_order'],
  [500125, 'paid_order'],
])('returns the earlier order for %i', (code, key) => {
  const refusal = readRefusal(refuse(code, { order_no: '2027050512000001' }))
  expect(refusal).toEqual({ kind: 'earlier', key, orderNo: '2027050512000001' })
})

test('requires a login for an order refused after an expired session', () => {
  expect(readRefusal(toResultFailure({ status: 'unauthorized' }))).toEqual({ kind: 'unauthorized' })
})

test.each([
  [500101, true],
  [500102, true],
  [500108, true],
  [500109, true],
  [500111, true],
  // Invalid data for these codes.
  [500110, false],
  [500104, false],
])('shows a message for %i; reloads availability: %s', (code, isOutdated) => {
  expect(readRefusal(refuse(code))).toMatchObject({ kind: 'other', isOutdated })
})

test('keeps the ticket choice without a network', () => {
  const refusal = readRefusal(toErrorFailure(new NetworkError(null)))
  expect(refusal).toMatchObject({ kind: 'other', isOutdated: false })
})
