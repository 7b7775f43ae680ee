import type { Order } from '#api/order.ts'

export type PerformanceOrder = Extract<Order, { type: 'performance' }>
export type Ticket = PerformanceOrder['tickets'][number]

/** A ticket code in groups of four, for those who type it. */
export const groupCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1 ')
