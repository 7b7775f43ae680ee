/** Content: venues, items with their dates and stock, texts by language, media, search. */
export const contentMigration = `
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE city (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL,
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE TABLE venue (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL,
  city_id INTEGER NOT NULL REFERENCES city, address TEXT NOT NULL, transport TEXT NOT NULL,
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE TABLE hall (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL,
  venue_id INTEGER NOT NULL REFERENCES venue, seats INTEGER NOT NULL CHECK (seats > 0),
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE TABLE genre (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL,
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE TABLE discipline (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL,
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE TABLE category (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL, summary TEXT NOT NULL,
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;

CREATE TABLE artist (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, langs TEXT NOT NULL, published INTEGER NOT NULL,
  "group" TEXT NOT NULL, discipline_id INTEGER NOT NULL REFERENCES discipline,
  born INTEGER, died INTEGER
) STRICT;
CREATE INDEX artist_discipline ON artist (discipline_id);

CREATE TABLE performance (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, langs TEXT NOT NULL, published INTEGER NOT NULL,
  genre_id INTEGER NOT NULL REFERENCES genre,
  duration_min INTEGER NOT NULL, intermissions INTEGER NOT NULL, age_min INTEGER NOT NULL,
  order_limit INTEGER NOT NULL, account_limit INTEGER NOT NULL,
  member_sale_starts_at INTEGER NOT NULL, sale_starts_at INTEGER NOT NULL
) STRICT;
CREATE INDEX performance_genre ON performance (genre_id);
CREATE TABLE performance_artist (
  performance_id INTEGER NOT NULL REFERENCES performance,
  artist_id INTEGER NOT NULL REFERENCES artist, position INTEGER NOT NULL,
  PRIMARY KEY (performance_id, artist_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE tier (
  id INTEGER PRIMARY KEY, performance_id INTEGER NOT NULL REFERENCES performance,
  name TEXT NOT NULL, price_fen INTEGER NOT NULL CHECK (price_fen >= 0),
  member_price_fen INTEGER NOT NULL CHECK (member_price_fen >= 0),
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE INDEX tier_performance ON tier (performance_id, position);
CREATE TABLE show (
  id INTEGER PRIMARY KEY, performance_id INTEGER NOT NULL REFERENCES performance,
  hall_id INTEGER NOT NULL REFERENCES hall, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
  note TEXT, features TEXT NOT NULL, cancelled INTEGER NOT NULL, moved INTEGER NOT NULL,
  published INTEGER NOT NULL, CHECK (ends_at > starts_at)
) STRICT;
CREATE INDEX show_performance ON show (performance_id, starts_at);
CREATE INDEX show_start ON show (starts_at);
CREATE TABLE show_tier (
  show_id INTEGER NOT NULL REFERENCES show, tier_id INTEGER NOT NULL REFERENCES tier,
  stock INTEGER NOT NULL CHECK (stock >= 0), held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  sold INTEGER NOT NULL CHECK (sold >= 0), sold_before INTEGER NOT NULL CHECK (sold_before >= 0),
  PRIMARY KEY (show_id, tier_id), CHECK (held + sold <= stock)
) STRICT, WITHOUT ROWID;

CREATE TABLE course (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, langs TEXT NOT NULL, published INTEGER NOT NULL,
  category_id INTEGER NOT NULL REFERENCES category, level TEXT NOT NULL, hours INTEGER NOT NULL,
  featured INTEGER NOT NULL, admission TEXT NOT NULL,
  application_opens_at INTEGER, application_closes_at INTEGER,
  price_fen INTEGER NOT NULL CHECK (price_fen >= 0),
  member_price_fen INTEGER NOT NULL CHECK (member_price_fen >= 0),
  booking_opens_at INTEGER NOT NULL
) STRICT;
CREATE INDEX course_category ON course (category_id);
CREATE TABLE course_teacher (
  course_id INTEGER NOT NULL REFERENCES course, artist_id INTEGER NOT NULL REFERENCES artist,
  position INTEGER NOT NULL, PRIMARY KEY (course_id, artist_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE course_package (
  id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES course, name TEXT NOT NULL,
  class_hours INTEGER NOT NULL CHECK (class_hours > 0), permanent INTEGER NOT NULL,
  price_fen INTEGER NOT NULL CHECK (price_fen >= 0),
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE INDEX course_package_course ON course_package (course_id, position);
CREATE TABLE course_date (
  id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES course,
  hall_id INTEGER NOT NULL REFERENCES hall, teacher_id INTEGER NOT NULL REFERENCES artist,
  starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, places INTEGER NOT NULL CHECK (places >= 0),
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0), booked INTEGER NOT NULL CHECK (booked >= 0),
  booked_before INTEGER NOT NULL, cancelled INTEGER NOT NULL, published INTEGER NOT NULL,
  CHECK (ends_at > starts_at), CHECK (held + booked <= places)
) STRICT;
CREATE INDEX course_date_course ON course_date (course_id, starts_at);
CREATE INDEX course_date_start ON course_date (starts_at);

CREATE TABLE activity (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, langs TEXT NOT NULL, published INTEGER NOT NULL,
  price_fen INTEGER NOT NULL CHECK (price_fen >= 0), places INTEGER NOT NULL,
  taken INTEGER NOT NULL CHECK (taken >= 0), taken_before INTEGER NOT NULL,
  opens_at INTEGER NOT NULL, closes_at INTEGER NOT NULL,
  CHECK (closes_at > opens_at), CHECK (taken <= places)
) STRICT;
CREATE TABLE activity_date (
  id INTEGER PRIMARY KEY, activity_id INTEGER NOT NULL REFERENCES activity,
  hall_id INTEGER NOT NULL REFERENCES hall, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
  published INTEGER NOT NULL, CHECK (ends_at > starts_at)
) STRICT;
CREATE INDEX activity_date_activity ON activity_date (activity_id, starts_at);
CREATE INDEX activity_date_start ON activity_date (starts_at);

CREATE TABLE news (
  kind TEXT NOT NULL, id INTEGER NOT NULL, slug TEXT NOT NULL, langs TEXT NOT NULL,
  subject_id INTEGER, published_at INTEGER NOT NULL, published INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX news_date ON news (kind, published_at, id);
CREATE INDEX news_subject ON news (kind, subject_id, published_at);

CREATE TABLE business_case (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL, langs TEXT NOT NULL, published INTEGER NOT NULL,
  year INTEGER NOT NULL
) STRICT;
CREATE TABLE member_package (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, summary TEXT NOT NULL, benefits TEXT NOT NULL,
  months INTEGER NOT NULL CHECK (months > 0), price_fen INTEGER NOT NULL CHECK (price_fen >= 0),
  position INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;

CREATE TABLE page (
  key TEXT NOT NULL, lang TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (key, lang)
) STRICT, WITHOUT ROWID;
CREATE TABLE content_text (
  kind TEXT NOT NULL, item_id INTEGER NOT NULL, lang TEXT NOT NULL, published INTEGER NOT NULL,
  title TEXT NOT NULL, summary TEXT NOT NULL, card TEXT NOT NULL, details TEXT NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY (kind, item_id, lang)
) STRICT;
CREATE TABLE media (
  name TEXT PRIMARY KEY, source TEXT NOT NULL, mime TEXT NOT NULL,
  width INTEGER NOT NULL, height INTEGER NOT NULL, duration_s REAL, bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE legal_file (name TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT;

CREATE TABLE search_doc (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, item_id INTEGER NOT NULL, lang TEXT NOT NULL,
  hash TEXT NOT NULL, title TEXT NOT NULL,
  UNIQUE (kind, item_id, lang)
) STRICT;
CREATE VIRTUAL TABLE search_index USING fts5(
  title, lead, body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2"
);
`

/**
 * One search document per item with both languages. Titles and names, their pinyin, and long texts are
 * separate, so that short prefixes match against few words. The existing index is rebuilt.
 */
export const searchMigration = `
DROP TABLE search_index;
DROP TABLE search_doc;
CREATE TABLE search_doc (
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL, title TEXT NOT NULL, sound TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE search_title USING fts5(
  title, names, content='', contentless_delete=1, prefix='1 2 3',
  tokenize="unicode61 remove_diacritics 2"
);
CREATE VIRTUAL TABLE search_word USING fts5vocab(search_title, 'row');
CREATE VIRTUAL TABLE search_sound USING fts5(
  pinyin, initials, name_pinyin, name_initials, content='', contentless_delete=1, prefix='2 3',
  tokenize="unicode61 remove_diacritics 2"
);
CREATE VIRTUAL TABLE search_text USING fts5(
  lead, body, content='', contentless_delete=1, prefix='2 3',
  tokenize="unicode61 remove_diacritics 2"
);
CREATE INDEX news_published ON news (published_at, kind, id);
`

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

/** Times at which responses about an item change without an edit. */
export const momentsMigration = `
CREATE TABLE content_moment (
  kind TEXT NOT NULL, item_id INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (kind, item_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX content_moment_at ON content_moment (at);
`

/** Ids of names in the content: assigned once, and kept after the named item is removed. */
export const contentNumbersMigration = `
CREATE TABLE content_number (
  kind TEXT NOT NULL, owner INTEGER NOT NULL, name TEXT NOT NULL, id INTEGER NOT NULL,
  is_current INTEGER NOT NULL, title TEXT NOT NULL,
  PRIMARY KEY (kind, owner, name)
) STRICT, WITHOUT ROWID;
`
