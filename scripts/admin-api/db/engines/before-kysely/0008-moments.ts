/** Times at which responses about an item change without an edit. */
export const momentsMigration = `
CREATE TABLE content_moment (
  kind TEXT NOT NULL, item_id INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (kind, item_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX content_moment_at ON content_moment (at);
`
