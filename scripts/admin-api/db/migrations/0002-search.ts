import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/**
 * The search index: a document per item, with the words and pinyin that match it. Ordinary tables, because
 * the full-text indexes of the database engines do not segment Chinese (decision 062).
 */
export const createSearchTables: SchemaStep = async (db, { number, text, strict, keyed }) => {
  await sql`create table search_doc (
    id ${number} primary key, hash ${text} not null, title ${text} not null,
    names ${text} not null, lead ${text} not null, body ${text} not null, sound ${text} not null
  ) ${strict}`.execute(db)
  await sql`create table search_token (
    part ${text} not null, token ${text} not null, document ${number} not null,
    level ${number} not null,
    constraint search_token_key primary key (part, token, document)
  ) ${keyed}`.execute(db)
}
