import type { Order } from '#api/order.ts'

/** Whether an order is paid and its event has not ended; false for held and refunded orders. */
export const isUpcoming = ({ status }: Order): boolean => status === 'paid' || status === 'verified'
