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
