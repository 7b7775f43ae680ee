import { expect, test } from 'vitest'
import { createResponseOrder } from '#features/ui/response-order.ts'

test('a response is ignored if the state is newer than its request', () => {
  const responses = createResponseOrder()
  const isFirstNewest = responses.begin()
  const isSecondNewest = responses.begin()
  expect(isSecondNewest()).toBe(true)
  expect(isFirstNewest()).toBe(false)
})

test('responses in the order of their requests are all applied', () => {
  const responses = createResponseOrder()
  const first = responses.begin()
  const second = responses.begin()
  expect([first(), second()]).toEqual([true, true])
})
