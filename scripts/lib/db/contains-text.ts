import { sql, type RawBuilder } from 'kysely'

/** A pattern of LIKE that matches a text and nothing else. */
const quotePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * SQL: whether a column contains a text. Whether the case of Latin letters counts depends on the engine:
 * for columns and texts of one case, or where more may be found.
 */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like ${`%${quotePattern(text)}%`} escape '\\'`
