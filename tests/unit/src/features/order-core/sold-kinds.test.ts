import { expect, test } from 'vitest'
import { OrderTypeSchema } from '#api/order.ts'
import { SECTIONS } from '#api/sections.ts'
import { listSoldKinds } from '#features/order-core/sold-kinds.ts'

test('lists the kinds of orders that the sections of a site sell', () => {
  expect(listSoldKinds(SECTIONS)).toEqual(OrderTypeSchema.options)
  expect(listSoldKinds(['courses', 'about'])).toEqual(['course', 'member', 'recharge'])
})
