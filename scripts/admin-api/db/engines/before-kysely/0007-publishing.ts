/**
 * Publishing: imported content with staff edits, so that single fields can be edited and changes can be
 * reported; source files of media; webhook deliveries of content changes.
 */
export const publishingMigration = `
CREATE TABLE content_source (
  kind TEXT NOT NULL, id INTEGER NOT NULL, slug TEXT NOT NULL, published INTEGER NOT NULL,
  data TEXT NOT NULL, media TEXT NOT NULL, edits TEXT NOT NULL, hash TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT;
CREATE INDEX content_source_slug ON content_source (kind, slug);
CREATE INDEX content_source_hash ON content_source (kind, id, hash, published);
CREATE INDEX content_source_edited ON content_source (kind, id) WHERE edits <> '[]';
CREATE TABLE media_source (
  path TEXT PRIMARY KEY, stamp TEXT NOT NULL, name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE content_delivery (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'delivered', 'joined', 'given_up')),
  version TEXT NOT NULL, changes TEXT NOT NULL,
  created_at INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL, ended_at INTEGER, fault TEXT
) STRICT;
CREATE UNIQUE INDEX content_delivery_waiting ON content_delivery (state) WHERE state = 'waiting';
CREATE INDEX content_delivery_ended ON content_delivery (ended_at) WHERE ended_at IS NOT NULL;
`
