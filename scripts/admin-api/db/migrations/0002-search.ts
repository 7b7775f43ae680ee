import type { SchemaStep } from '../../../lib/db/migrate.ts'

/**
 * The index of search: a document for each item, and the words and sounds that find it. Ordinary tables:
 * the engines' own full-text indexes do not part Chinese into words (decision 062).
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
