import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Codes by SMS and e-mail with their limits; responses stored for idempotency keys. */
export const createLoginTables: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber } = schema
  const channels = sql`channel in ('sms', 'email')`
  await schema
    .createKeyedTable(db, 'used_nonce')
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('nonce_hash', text, (column) => column.notNull())
    .addColumn('expires_at', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('used_nonce_key', ['provider', 'nonce_hash'])
    .execute()
  await db.schema.createIndex('used_nonce_expiry').on('used_nonce').column('expires_at').execute()

  await schema
    .createTable(db, 'one_time_code')
    .addColumn('id', number, autoNumber)
    .addColumn('channel', text, (column) => column.notNull().check(channels))
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('device_hash', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('user_id', number)
    .addColumn('code_hash', text, (column) => column.notNull())
    .addColumn('attempts', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`attempts between 0 and 5`),
    )
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('live')
        .check(sql`state in ('live', 'used', 'replaced', 'dead', 'unsent')`),
    )
    .addColumn('created_at', number, (column) => column.notNull())
    .addColumn('expires_at', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('one_time_code_live')
    .unique()
    .on('one_time_code')
    .columns(['target', 'purpose', 'device_hash'])
    .where(sql.ref('state'), '=', sql.lit('live'))
    .execute()
  for (const [name, column] of [
    ['target', 'target'],
    ['address', 'address'],
    ['device', 'device_hash'],
  ] as const) {
    await db.schema
      .createIndex(`one_time_code_${name}`)
      .on('one_time_code')
      .columns([column, 'created_at'])
      .execute()
  }
  await db.schema
    .createIndex('one_time_code_created')
    .on('one_time_code')
    .column('created_at')
    .execute()
  await db.schema
    .createIndex('one_time_code_user')
    .on('one_time_code')
    .columns(['user_id', 'created_at'])
    .where(sql.ref('user_id'), 'is not', null)
    .execute()

  await schema
    .createTable(db, 'failed_code')
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('device_hash', text, (column) => column.notNull().defaultTo(''))
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('at', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('failed_code_device')
    .on('failed_code')
    .columns(['target', 'device_hash', 'at'])
    .execute()
  await db.schema
    .createIndex('failed_code_address')
    .on('failed_code')
    .columns(['address', 'at'])
    .execute()
  await db.schema.createIndex('failed_code_at').on('failed_code').column('at').execute()

  await schema
    .createKeyedTable(db, 'known_device')
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('device_hash', text, (column) => column.notNull())
    .addColumn('used_at', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_device_key', ['target', 'device_hash'])
    .execute()
  await db.schema.createIndex('known_device_used').on('known_device').column('used_at').execute()

  await schema
    .createTable(db, 'message')
    .addColumn('id', number, autoNumber)
    .addColumn('channel', text, (column) => column.notNull().check(channels))
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('created_at', number, (column) => column.notNull())
    .execute()

  await schema
    .createKeyedTable(db, 'idempotency_key')
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('endpoint', text, (column) => column.notNull())
    .addColumn('body_hash', text, (column) => column.notNull())
    .addColumn('answer', text, (column) => column.notNull())
    .addColumn('created_at', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key_key', ['user_id', 'key'])
    .execute()
  await db.schema
    .createIndex('idempotency_key_created')
    .on('idempotency_key')
    .column('created_at')
    .execute()
}
