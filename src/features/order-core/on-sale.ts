import type { Show } from '#api/perform.ts'

/** Whether everyone can buy tickets of a show now. */
export const isOnSale = ({ state }: Pick<Show, 'state'>): boolean =>
  state === 'on_sale' || state === 'few_left'
