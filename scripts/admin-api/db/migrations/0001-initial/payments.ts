import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Payments and refunds, and the records of the payment sandbox. */
export const createPaymentTables: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber } = schema
  await schema
    .createTable(db, 'payment_attempt')
    .addColumn('id', number, autoNumber)
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('channel', text, (column) =>
      column.notNull().check(sql`channel in ('native', 'h5', 'balance', 'free')`),
    )
    .addColumn('out_trade_no', text, (column) => column.notNull().unique())
    .addColumn('amount_fen', number, (column) => column.notNull().check(sql`amount_fen >= 0`))
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('created')
        .check(sql`state in ('created', 'submitted', 'succeeded', 'failed', 'closed')`),
    )
    .addColumn('address', text)
    .addColumn('reference', text)
    .addColumn('queries', number, (column) => column.notNull().defaultTo(0))
    .addColumn('next_query_at', number)
    .addColumn('created_at', number, (column) => column.notNull())
    .addColumn('expires_at', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('payment_attempt_live')
    .unique()
    .on('payment_attempt')
    .column('order_id')
    .where(sql<boolean>`state in ('created', 'submitted')`)
    .execute()
  await db.schema
    .createIndex('payment_attempt_order')
    .on('payment_attempt')
    .column('order_id')
    .execute()
  await db.schema
    .createIndex('payment_attempt_query')
    .on('payment_attempt')
    .column('next_query_at')
    .where(sql.ref('next_query_at'), 'is not', null)
    .execute()

  await schema
    .createTable(db, 'payment')
    .addColumn('id', number, autoNumber)
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('txn_id', text, (column) => column.notNull())
    .addColumn('attempt_id', number, (column) => column.notNull().references('payment_attempt.id'))
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('amount_fen', number, (column) => column.notNull().check(sql`amount_fen >= 0`))
    .addColumn('at', number, (column) => column.notNull())
    .addUniqueConstraint('payment_transaction', ['provider', 'txn_id'])
    .execute()
  await db.schema.createIndex('payment_order').on('payment').column('order_id').execute()

  await schema
    .createTable(db, 'refund')
    .addColumn('id', number, autoNumber)
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('payment_id', number, (column) => column.notNull().references('payment.id'))
    .addColumn('out_refund_no', text, (column) => column.notNull().unique())
    .addColumn('amount_fen', number, (column) => column.notNull().check(sql`amount_fen > 0`))
    .addColumn('reason', text, (column) =>
      column
        .notNull()
        .check(sql`reason in ('user', 'staff', 'show_cancelled', 'paid_twice', 'paid_late')`),
    )
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('requested')
        .check(sql`state in ('requested', 'submitted', 'done', 'failed')`),
    )
    .addColumn('tries', number, (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', number)
    .addColumn('at', number, (column) => column.notNull())
    .addColumn('done_at', number)
    .execute()
  await db.schema.createIndex('refund_order').on('refund').column('order_id').execute()
  await db.schema.createIndex('refund_payment').on('refund').column('payment_id').execute()
  await db.schema
    .createIndex('refund_next')
    .on('refund')
    .column('next_try_at')
    .where(sql.ref('next_try_at'), 'is not', null)
    .execute()
  await schema.createGuard(db, {
    name: 'refund_within_payment',
    table: 'refund',
    event: 'insert',
    lock: { table: 'payment', id: sql`NEW.payment_id` },
    refusedWhen: sql`
      (select coalesce(sum(amount_fen), 0) from refund where payment_id = NEW.payment_id)
        + NEW.amount_fen > (select amount_fen from payment where id = NEW.payment_id)`,
    message: 'a refund is more than what was paid',
  })

  await schema
    .createTable(db, 'sandbox_trade')
    .addColumn('out_trade_no', text, (column) => column.primaryKey())
    .addColumn('amount_fen', number, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('waiting')
        .check(sql`state in ('waiting', 'paid', 'closed')`),
    )
    .addColumn('txn_id', text)
    .addColumn('expires_at', number, (column) => column.notNull())
    .execute()
  await schema
    .createTable(db, 'sandbox_refund')
    .addColumn('out_refund_no', text, (column) => column.primaryKey())
    .addColumn('out_trade_no', text, (column) =>
      column.notNull().references('sandbox_trade.out_trade_no'),
    )
    .addColumn('amount_fen', number, (column) => column.notNull())
    .execute()
  await schema
    .createTable(db, 'sandbox_notice')
    .addColumn('id', number, autoNumber)
    .addColumn('out_trade_no', text, (column) =>
      column.notNull().references('sandbox_trade.out_trade_no'),
    )
    .addColumn('next_at', number, (column) => column.notNull())
    .addColumn('tries', number, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('sandbox_notice_next')
    .on('sandbox_notice')
    .column('next_at')
    .execute()
}
