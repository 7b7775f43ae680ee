import { afterEach, expect, test, vi } from 'vitest'
import { saveChoice, readChoice } from '#stores/ticket-choice.ts'
import { hasPaymentMark, markPayment, takePaymentMark } from '#stores/payment-visit.ts'
import { createStorage, REFUSED_STORAGE } from '#tests/support/fake-storage.ts'

function openTab() {
  const { items, storage } = createStorage()
  vi.stubGlobal('sessionStorage', storage)
  return items
}
afterEach(() => void vi.unstubAllGlobals())

test('a choice survives a reload of the tab, and only as what it is', () => {
  const items = openTab()
  const choice = { show_id: 5, lines: [{ tier_id: 2, quantity: 3 }] }
  saveChoice(12, choice)
  expect(readChoice(12)).toEqual(choice)
  expect(readChoice(13)).toBeNull()
  for (const text of ['{', '{"show_id":-1,"lines":[]}', 'null', '[]']) {
    items.set('tickets:12', text)
    expect(readChoice(12)).toBeNull()
  }
})

test('a payment that was seen is told once', () => {
  openTab()
  markPayment('paid', 'A1')
  expect(takePaymentMark('paid', 'A1')).toBe(true)
  expect(takePaymentMark('paid', 'A1')).toBe(false)
  expect(hasPaymentMark('left', 'A1')).toBe(false)
})

test('without storage nothing is kept and nothing fails', () => {
  vi.stubGlobal('sessionStorage', REFUSED_STORAGE)
  saveChoice(12, { show_id: 5, lines: [] })
  markPayment('left', 'A1')
  expect([readChoice(12), hasPaymentMark('left', 'A1')]).toEqual([null, false])
})
