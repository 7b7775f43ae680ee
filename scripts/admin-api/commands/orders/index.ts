import type { Command } from '../command.ts'
import { cancelShow, refund } from './end.ts'
import { exportTable } from './export-table.ts'
import { grantVerify, revokeVerify, setStock } from './house.ts'
import { list } from './list.ts'
import { show } from './show.ts'

const FILTERS = '[--status S] [--type T]'

/** What staff do with orders, shows and the door; all of it also while the server runs. */
export const orderCommands: readonly Command[] = [
  {
    name: 'orders list',
    usage: `orders list ${FILTERS}`,
    summary: 'Orders in one line each, the oldest first',
    arguments: 0,
    options: ['status', 'type'],
    run: list,
  },
  {
    name: 'orders show',
    usage: 'orders show ORDER_NO',
    summary: 'One order: price, tickets, history, refunds',
    arguments: 1,
    run: show,
  },
  {
    name: 'orders export',
    usage: `orders export FILE.csv ${FILTERS}`,
    summary: 'A table of orders, for a spreadsheet',
    arguments: 1,
    options: ['status', 'type'],
    run: exportTable,
  },
  {
    name: 'orders refund',
    usage: 'orders refund ORDER_NO',
    summary: 'Give a paid order back: its tickets are void, the money follows',
    arguments: 1,
    run: refund,
  },
  {
    name: 'shows cancel',
    usage: 'shows cancel ID',
    summary: 'Call a show off: paid orders go back, unpaid ones end',
    arguments: 1,
    run: cancelShow,
  },
  {
    name: 'stock set',
    usage: 'stock set SHOW TIER PLACES',
    summary: 'Set how many places of a price level a show has',
    arguments: 3,
    run: setStock,
  },
  {
    name: 'grant verify',
    usage: 'grant verify PHONE',
    summary: 'Let an account verify tickets at the door',
    arguments: 1,
    run: grantVerify,
  },
  {
    name: 'revoke verify',
    usage: 'revoke verify PHONE',
    summary: 'Take that right away again',
    arguments: 1,
    run: revokeVerify,
  },
]
