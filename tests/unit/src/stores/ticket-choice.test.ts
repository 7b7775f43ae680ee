import { expect, test } from 'vitest'
import { saveChoice, readChoice } from '#stores/ticket-choice.ts'
import { hasPaymentMark, markPayment, takePaymentMark } from '#stores/payment-visit.ts'

function createStore() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, store: () => storage }
}
const broken = () => {
  throw new Error('storage is refused')
}

test('a choice survives a reload of the tab, and only as what it is', () => {
  const { kept, store } = createStore()
  const choice = { show_id: 5, lines: [{ tier_id: 2, quantity: 3 }] }
  saveChoice(12, choice, store)
  expect(readChoice(12, store)).toEqual(choice)
  expect(readChoice(13, store)).toBeNull()
  for (const text of ['{', '{"show_id":-1,"lines":[]}', 'null', '[]']) {
    kept.set('tickets:12', text)
    expect(readChoice(12, store)).toBeNull()
  }
})

test('a payment that was seen is told once', () => {
  const { store } = createStore()
  markPayment('paid', 'A1', store)
  expect(takePaymentMark('paid', 'A1', store)).toBe(true)
  expect(takePaymentMark('paid', 'A1', store)).toBe(false)
  expect(hasPaymentMark('left', 'A1', store)).toBe(false)
})

test('without storage nothing is kept and nothing fails', () => {
  saveChoice(12, { show_id: 5, lines: [] }, broken)
  markPayment('left', 'A1', broken)
  expect([readChoice(12, broken), hasPaymentMark('left', 'A1', broken)]).toEqual([null, false])
})
