import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** News, texts by language, and media. */
export const createTextTables: SchemaStep = async (db, schema) => {
  const { number, text, real } = schema
  await schema
    .createKeyedTable(db, 'news')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('id', number, (column) => column.notNull())
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('langs', text, (column) => column.notNull())
    .addColumn('subject_id', number)
    .addColumn('published_at', number, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('news_key', ['kind', 'id'])
    .execute()
  await db.schema
    .createIndex('news_date')
    .on('news')
    .columns(['kind', 'published_at', 'id'])
    .execute()
  await db.schema
    .createIndex('news_subject')
    .on('news')
    .columns(['kind', 'subject_id', 'published_at'])
    .execute()
  await db.schema
    .createIndex('news_published')
    .on('news')
    .columns(['published_at', 'kind', 'id'])
    .execute()
  await schema
    .createKeyedTable(db, 'page')
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('lang', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('page_key', ['key', 'lang'])
    .execute()
  await schema
    .createTable(db, 'content_text')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('item_id', number, (column) => column.notNull())
    .addColumn('lang', text, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('summary', text, (column) => column.notNull())
    .addColumn('card', text, (column) => column.notNull())
    .addColumn('details', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('content_text_key', ['kind', 'item_id', 'lang'])
    .execute()
  await schema
    .createTable(db, 'media')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('mime', text, (column) => column.notNull())
    .addColumn('width', number, (column) => column.notNull())
    .addColumn('height', number, (column) => column.notNull())
    .addColumn('duration_s', real)
    .addColumn('bytes', number, (column) => column.notNull())
    .addColumn('imported_at', number, (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable(db, 'legal_file')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('hash', text, (column) => column.notNull())
    .execute()
}
