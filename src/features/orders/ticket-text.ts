import type { Order } from '#api/order.ts'

export type PerformanceOrder = Extract<Order, { type: 'performance' }>
export type Ticket = PerformanceOrder['tickets'][number]
