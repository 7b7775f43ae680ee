import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Accounts, their sessions and identities, uploads and applications. */
export const createMemberTables: SchemaStep = async (db, schema) => {
  const { number, text, real, autoNumber } = schema
  await schema
    .createTable(db, 'user')
    .addColumn('id', number, autoNumber)
    .addColumn('mobile', text, (column) => column.notNull().unique())
    .addColumn('nickname', text, (column) => column.notNull())
    .addColumn('gender', text, (column) => column.check(sql`gender in ('male', 'female')`))
    .addColumn('birthday', text)
    .addColumn('email', text)
    .addColumn('city_id', number, (column) => column.references('city.id'))
    .addColumn('disabled', number, (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('user_email')
    .unique()
    .on('user')
    .expression(sql`lower(email)`)
    .where(sql.ref('email'), 'is not', null)
    .execute()

  await schema
    .createKeyedTable(db, 'user_identity')
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('bound_at', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('user_identity_key', ['provider', 'subject'])
    .execute()
  await db.schema
    .createIndex('user_identity_user')
    .unique()
    .on('user_identity')
    .columns(['user_id', 'provider'])
    .execute()

  await schema
    .createTable(db, 'session')
    .addColumn('id', number, autoNumber)
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('cookie_hash', text, (column) => column.notNull())
    .addColumn('previous_token_hash', text, (column) => column.unique())
    .addColumn('previous_cookie_hash', text)
    .addColumn('previous_until', number)
    .addColumn('rotated_at', number, (column) => column.notNull())
    .addColumn('device', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('created_at', number, (column) => column.notNull())
    .addColumn('last_seen_at', number, (column) => column.notNull())
    .addColumn('expires_at', number, (column) => column.notNull())
    .addColumn('confirmed_at', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('session_user')
    .on('session')
    .columns(['user_id', 'last_seen_at'])
    .execute()

  await schema
    .createTable(db, 'upload')
    .addColumn('id', number, autoNumber)
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('kind', text, (column) =>
      column.notNull().check(sql`kind in ('resume', 'video', 'avatar')`),
    )
    .addColumn('key', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('bytes', number, (column) => column.notNull().check(sql`bytes > 0`))
    .addColumn('mime', text, (column) => column.notNull())
    .addColumn('duration_s', real)
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('open')
        .check(sql`state in ('open', 'received', 'ready', 'refused', 'deleted')`),
    )
    .addColumn('refusal', number)
    .addColumn('ticket_expires_at', number, (column) => column.notNull())
    .addColumn('created_at', number, (column) => column.notNull())
    .addColumn('ready_at', number)
    .execute()
  await db.schema
    .createIndex('upload_user')
    .on('upload')
    .columns(['user_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('upload_state')
    .on('upload')
    .columns(['state', 'created_at'])
    .execute()
  // The tables `user` and `upload` reference each other.
  await db.schema
    .alterTable('user')
    .addColumn('avatar_upload_id', number, (column) => column.references('upload.id'))
    .execute()

  await schema
    .createTable(db, 'application')
    .addColumn('id', number, autoNumber)
    .addColumn('kind', text, (column) =>
      column.notNull().check(sql`kind in ('course', 'activity')`),
    )
    .addColumn('item_id', number, (column) => column.notNull())
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('answers', text, (column) => column.notNull())
    .addColumn('submitted_at', number, (column) => column.notNull())
    .addColumn('decided_at', number)
    .addColumn('reopened_at', number)
    .execute()
  await db.schema
    .createIndex('application_once')
    .unique()
    .on('application')
    .columns(['kind', 'item_id', 'user_id'])
    .where(sql.ref('reopened_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('application_user')
    .on('application')
    .columns(['user_id', 'submitted_at'])
    .execute()
  await db.schema
    .createIndex('application_status')
    .on('application')
    .columns(['status', 'submitted_at'])
    .execute()
  await schema
    .createKeyedTable(db, 'application_upload')
    .addColumn('application_id', number, (column) => column.notNull().references('application.id'))
    .addColumn('upload_id', number, (column) => column.notNull().unique().references('upload.id'))
    .addPrimaryKeyConstraint('application_upload_key', ['application_id', 'upload_id'])
    .execute()
}
