import type { SchemaStep } from '../../../lib/db/migrate.ts'

/**
 * The search index: a document per item, with the words and pinyin that match it. Ordinary tables, because
 * the full-text indexes of the database engines do not segment Chinese (decision 062).
 */
export const createSearchTables: SchemaStep = async (db, schema) => {
  const { number, text } = schema
  await schema
    .createTable(db, 'search_doc')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('names', text, (column) => column.notNull())
    .addColumn('lead', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('sound', text, (column) => column.notNull())
    .execute()
  await schema
    .createKeyedTable(db, 'search_token')
    .addColumn('part', text, (column) => column.notNull())
    .addColumn('token', text, (column) => column.notNull())
    .addColumn('document', number, (column) => column.notNull())
    .addColumn('level', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('search_token_key', ['part', 'token', 'document'])
    .execute()
}
