import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Orders with lines and reservations, memberships, class passes and balances. */
export const createOrderTables: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber } = schema
  await schema
    .createTable(db, 'order')
    .addColumn('id', number, autoNumber)
    .addColumn('order_no', text, (column) => column.notNull().unique())
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('type', text, (column) =>
      column.notNull().check(sql`type in ('performance', 'course', 'member', 'recharge')`),
    )
    .addColumn('status', text, (column) =>
      column
        .notNull()
        .defaultTo('pending')
        .check(
          sql`status in ('pending', 'paid', 'completed', 'cancelled', 'refunding', 'refunded')`,
        ),
    )
    .addColumn('cancel_reason', text, (column) =>
      column.check(sql`cancel_reason in ('user', 'timeout', 'staff')`),
    )
    .addColumn('performance_id', number, (column) => column.references('performance.id'))
    .addColumn('show_id', number, (column) => column.references('show.id'))
    .addColumn('course_date_id', number, (column) => column.references('course_date.id'))
    .addColumn('course_package_id', number, (column) => column.references('course_package.id'))
    .addColumn('member_package_id', number, (column) => column.references('member_package.id'))
    .addColumn('quantity', number, (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn('original_fen', number, (column) => column.notNull().check(sql`original_fen >= 0`))
    .addColumn('member_discount_fen', number, (column) =>
      column.notNull().check(sql`member_discount_fen >= 0`),
    )
    .addColumn('payable_fen', number, (column) => column.notNull().check(sql`payable_fen >= 0`))
    .addColumn('rule', text, (column) => column.notNull())
    .addColumn('paid_late', number, (column) => column.notNull().defaultTo(0))
    .addColumn('idempotency_key', text)
    .addColumn('request_hash', text)
    .addColumn('created_at', number, (column) => column.notNull())
    .addColumn('expires_at', number, (column) => column.notNull())
    .addColumn('paid_at', number)
    .addColumn('closed_at', number)
    .addColumn('extensions', number, (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('order_amounts', sql`original_fen - member_discount_fen = payable_fen`)
    .execute()
  await db.schema
    .createIndex('order_key')
    .unique()
    .on('order')
    .columns(['user_id', 'idempotency_key'])
    .execute()
  await db.schema.createIndex('order_user').on('order').columns(['user_id', 'created_at']).execute()
  await db.schema
    .createIndex('order_pending')
    .on('order')
    .column('expires_at')
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
  await db.schema.createIndex('order_show').on('order').columns(['show_id', 'status']).execute()
  await db.schema
    .createIndex('order_course_date')
    .on('order')
    .columns(['course_date_id', 'status'])
    .execute()
  await db.schema.createIndex('order_created').on('order').column('created_at').execute()
  await db.schema
    .createIndex('order_one_pending')
    .unique()
    .on('order')
    .columns(['user_id', 'performance_id'])
    .where(sql<boolean>`status = 'pending' and performance_id is not null`)
    .execute()
  await db.schema
    .createIndex('order_one_booking')
    .unique()
    .on('order')
    .columns(['user_id', 'course_date_id'])
    .where(sql<boolean>`status in ('pending', 'paid', 'completed') and course_date_id is not null`)
    .execute()

  await schema
    .createKeyedTable(db, 'order_line')
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('tier_id', number, (column) => column.notNull().references('tier.id'))
    .addColumn('quantity', number, (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn('unit_fen', number, (column) => column.notNull().check(sql`unit_fen >= 0`))
    .addColumn('paid_fen', number, (column) => column.notNull().check(sql`paid_fen >= 0`))
    .addPrimaryKeyConstraint('order_line_key', ['order_id', 'tier_id'])
    .execute()
  await schema
    .createTable(db, 'reservation')
    .addColumn('id', number, autoNumber)
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('show_id', number)
    .addColumn('tier_id', number)
    .addColumn('course_date_id', number, (column) => column.references('course_date.id'))
    .addColumn('quantity', number, (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('held')
        .check(sql`state in ('held', 'sold', 'released')`),
    )
    .addForeignKeyConstraint('reservation_show_tier', ['show_id', 'tier_id'], 'show_tier', [
      'show_id',
      'tier_id',
    ])
    .addCheckConstraint(
      'reservation_subject',
      sql`(show_id is null) = (tier_id is null) and (show_id is null) <> (course_date_id is null)`,
    )
    .execute()
  await db.schema.createIndex('reservation_order').on('reservation').column('order_id').execute()
  await db.schema
    .createIndex('reservation_stock')
    .on('reservation')
    .columns(['show_id', 'tier_id', 'state'])
    .execute()
  await db.schema
    .createIndex('reservation_date')
    .on('reservation')
    .columns(['course_date_id', 'state'])
    .execute()

  await schema
    .createTable(db, 'membership')
    .addColumn('id', number, autoNumber)
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('order_id', number, (column) => column.notNull().unique().references('order.id'))
    .addColumn('from_at', number, (column) => column.notNull())
    .addColumn('until_at', number, (column) => column.notNull())
    .addColumn('revoked', number, (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('membership_until', sql`until_at > from_at`)
    .execute()
  await db.schema
    .createIndex('membership_user')
    .on('membership')
    .columns(['user_id', 'until_at'])
    .execute()
  await schema
    .createTable(db, 'class_pass')
    .addColumn('id', number, autoNumber)
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('order_id', number, (column) => column.notNull().unique().references('order.id'))
    .addColumn('course_package_id', number, (column) =>
      column.notNull().references('course_package.id'),
    )
    .addColumn('course_id', number, (column) => column.notNull().references('course.id'))
    .addColumn('hours', number, (column) => column.notNull().check(sql`hours > 0`))
    .addColumn('hours_left', number, (column) => column.notNull())
    .addColumn('expires_at', number)
    .addColumn('revoked', number, (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('class_pass_hours', sql`hours_left between 0 and hours`)
    .execute()
  await db.schema
    .createIndex('class_pass_user')
    .on('class_pass')
    .columns(['user_id', 'course_id'])
    .execute()
  // The tables `order` and `class_pass` reference each other.
  await db.schema
    .alterTable('order')
    .addColumn('class_pass_id', number, (column) => column.references('class_pass.id'))
    .execute()

  await schema
    .createTable(db, 'balance')
    .addColumn('user_id', number, (column) => column.primaryKey().references('user.id'))
    .addColumn('fen', number, (column) => column.notNull().check(sql`fen >= 0`))
    .execute()
  await schema
    .createTable(db, 'ledger')
    .addColumn('id', number, autoNumber)
    .addColumn('account', text, (column) =>
      column.notNull().check(sql`account in ('balance', 'class_hours')`),
    )
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('class_pass_id', number, (column) => column.references('class_pass.id'))
    .addColumn('amount', number, (column) => column.notNull().check(sql`amount <> 0`))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('at', number, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('ledger_user').on('ledger').columns(['user_id', 'account']).execute()
  await db.schema.createIndex('ledger_pass').on('ledger').column('class_pass_id').execute()
  await db.schema.createIndex('ledger_order').on('ledger').column('order_id').execute()
}
