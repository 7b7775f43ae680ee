/** Ids of names in the content: assigned once, and kept after the named item is removed. */
export const contentNumbersMigration = `
CREATE TABLE content_number (
  kind TEXT NOT NULL, owner INTEGER NOT NULL, name TEXT NOT NULL, id INTEGER NOT NULL,
  is_current INTEGER NOT NULL, title TEXT NOT NULL,
  PRIMARY KEY (kind, owner, name)
) STRICT, WITHOUT ROWID;
`
