import { sql, type RawBuilder } from 'kysely'

/** Escapes the wildcards of LIKE. */
const escapePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * SQL: whether a column, or a text in SQL, contains a text. Case sensitivity of Latin letters depends on the
 * engine, so use it for texts of one case, or where additional matches are harmless.
 */
export const containsText = (column: string | RawBuilder<string>, text: string) =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} like ${`%${escapePattern(text)}%`} escape '\\'`
