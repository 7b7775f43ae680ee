import { expect, test } from 'vitest'
import { appendPage } from '#features/orders/use-orders.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

/** A page of two of five orders. */
const drawPage = (page: number, ...numbers: string[]) => ({
  items: numbers.map((order_no) => ({
    ...drawOrder({ order_no }),
    timing: { requestedAt: 1000, receivedAt: 1200 },
  })),
  page,
  size: 2,
  total: 5,
  firstNew: null,
})

test('the list is complete after the last page, even if another order was placed meanwhile', () => {
  const first = { ...drawPage(1, 'AAAAAAA2', 'AAAAAAA3'), total: 4 }
  // AAAAAAA1 is new and shifts the pages.
  const more = appendPage(first, drawPage(2, 'AAAAAAA3', 'AAAAAAA4'), { status: null })
  expect([more.items.length, more.total, more.firstNew]).toEqual([3, 5, 'AAAAAAA4'])
  const all = appendPage(more, drawPage(3, 'AAAAAAA5'), { status: null })
  // Otherwise the button for more orders would stay, and show none.
  expect([all.items.length, all.total]).toEqual([4, 4])
})
