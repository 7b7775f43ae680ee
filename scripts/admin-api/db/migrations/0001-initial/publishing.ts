import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Imported content, its numbers and time-dependent changes, and deliveries of content webhooks. */
export const createPublishingTables: SchemaStep = async (db, schema) => {
  const { number, text } = schema
  await schema
    .createTable(db, 'content_source')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('id', number, (column) => column.notNull())
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('media', text, (column) => column.notNull())
    .addColumn('edits', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('visibility', text, (column) => column.notNull().defaultTo('{}'))
    .addPrimaryKeyConstraint('content_source_key', ['kind', 'id'])
    .execute()
  await db.schema
    .createIndex('content_source_slug')
    .on('content_source')
    .columns(['kind', 'slug'])
    .execute()
  await db.schema
    .createIndex('content_source_hash')
    .on('content_source')
    .columns(['kind', 'id', 'hash', 'published'])
    .execute()
  await db.schema
    .createIndex('content_source_edited')
    .on('content_source')
    .columns(['kind', 'id'])
    .where(sql.ref('edits'), '<>', sql.lit('[]'))
    .execute()
  await schema
    .createKeyedTable(db, 'media_source')
    .addColumn('path', text, (column) => column.primaryKey())
    .addColumn('stamp', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .execute()
  await schema
    .createTable(db, 'content_delivery')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('waiting')
        .check(sql`state in ('waiting', 'delivered', 'joined', 'given_up')`),
    )
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('changes', text, (column) => column.notNull())
    .addColumn('created_at', number, (column) => column.notNull())
    .addColumn('tries', number, (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', number, (column) => column.notNull())
    .addColumn('ended_at', number)
    .addColumn('fault', text)
    .execute()
  await db.schema
    .createIndex('content_delivery_waiting')
    .unique()
    .on('content_delivery')
    .column('state')
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()
  await db.schema
    .createIndex('content_delivery_ended')
    .on('content_delivery')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute()
  await schema
    .createKeyedTable(db, 'content_moment')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('item_id', number, (column) => column.notNull())
    .addColumn('at', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('content_moment_key', ['kind', 'item_id', 'at'])
    .execute()
  await db.schema.createIndex('content_moment_at').on('content_moment').column('at').execute()
  await schema
    .createKeyedTable(db, 'content_number')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('owner', number, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('id', number, (column) => column.notNull())
    .addColumn('is_current', number, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('content_number_key', ['kind', 'owner', 'name'])
    .execute()
}
