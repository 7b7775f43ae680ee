/** Members: accounts, sessions, codes, messages, uploads, applications and their events. */
export const memberMigration = `
CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  mobile TEXT NOT NULL UNIQUE,
  nickname TEXT NOT NULL,
  gender TEXT CHECK (gender IN ('male', 'female')),
  birthday TEXT,
  email TEXT,
  city_id INTEGER REFERENCES city,
  avatar_upload_id INTEGER REFERENCES upload,
  disabled INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX user_email ON user (lower(email)) WHERE email IS NOT NULL;

CREATE TABLE user_identity (
  provider TEXT NOT NULL, subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user, name TEXT NOT NULL, bound_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX user_identity_user ON user_identity (user_id, provider);

CREATE TABLE used_nonce (
  provider TEXT NOT NULL, nonce_hash TEXT NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (provider, nonce_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX used_nonce_expiry ON used_nonce (expires_at);

CREATE TABLE session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user,
  token_hash TEXT NOT NULL UNIQUE,
  cookie_hash TEXT NOT NULL,
  previous_token_hash TEXT UNIQUE,
  previous_cookie_hash TEXT,
  previous_until INTEGER,
  rotated_at INTEGER NOT NULL,
  device TEXT NOT NULL, address TEXT NOT NULL,
  created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX session_user ON session (user_id, last_seen_at);

CREATE TABLE one_time_code (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL CHECK (channel IN ('sms', 'email')),
  target TEXT NOT NULL, purpose TEXT NOT NULL,
  device_hash TEXT NOT NULL, address TEXT NOT NULL, user_id INTEGER,
  code_hash TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  state TEXT NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'used', 'replaced', 'dead', 'unsent')),
  created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_time_code_live ON one_time_code (target, purpose) WHERE state = 'live';
CREATE INDEX one_time_code_target ON one_time_code (target, created_at);
CREATE INDEX one_time_code_address ON one_time_code (address, created_at);
CREATE INDEX one_time_code_device ON one_time_code (device_hash, created_at);
CREATE INDEX one_time_code_created ON one_time_code (created_at);

CREATE TABLE failed_code (
  target TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX failed_code_target ON failed_code (target, at);
CREATE INDEX failed_code_address ON failed_code (address, at);

CREATE TABLE message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL CHECK (channel IN ('sms', 'email')),
  target TEXT NOT NULL, text TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE upload (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user,
  kind TEXT NOT NULL CHECK (kind IN ('resume', 'video', 'avatar')),
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL, bytes INTEGER NOT NULL CHECK (bytes > 0),
  mime TEXT NOT NULL, duration_s REAL,
  state TEXT NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'received', 'ready', 'refused', 'deleted')),
  refusal INTEGER,
  ticket_expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL, ready_at INTEGER
) STRICT;
CREATE INDEX upload_user ON upload (user_id, created_at);
CREATE INDEX upload_state ON upload (state, created_at);

CREATE TABLE application (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('course', 'activity')),
  item_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user,
  status TEXT NOT NULL,
  answers TEXT NOT NULL,
  submitted_at INTEGER NOT NULL,
  decided_at INTEGER,
  reopened_at INTEGER
) STRICT;
CREATE UNIQUE INDEX application_once ON application (kind, item_id, user_id)
  WHERE reopened_at IS NULL;
CREATE INDEX application_user ON application (user_id, submitted_at);
CREATE INDEX application_status ON application (status, submitted_at);
CREATE TABLE application_upload (
  application_id INTEGER NOT NULL REFERENCES application,
  upload_id INTEGER NOT NULL REFERENCES upload UNIQUE,
  PRIMARY KEY (application_id, upload_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL, subject_id INTEGER NOT NULL,
  event TEXT NOT NULL, data TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX event_log_subject ON event_log (subject, subject_id, id);

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  action TEXT NOT NULL, user_id INTEGER, data TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_log_user ON audit_log (user_id, at);
CREATE TRIGGER event_log_no_update BEFORE UPDATE ON event_log
  BEGIN SELECT RAISE(ABORT, 'event_log is append-only'); END;
CREATE TRIGGER event_log_no_delete BEFORE DELETE ON event_log
  BEGIN SELECT RAISE(ABORT, 'event_log is append-only'); END;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
  BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
  BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;

CREATE TABLE idempotency_key (
  user_id INTEGER NOT NULL REFERENCES user, key TEXT NOT NULL,
  endpoint TEXT NOT NULL, body_hash TEXT NOT NULL, answer TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_key_created ON idempotency_key (created_at);
`

/**
 * Stores hashes of requests with an idempotency key, so that a repeat with another body is refused at any
 * time. Allows updates of the audit log that erase network addresses, and no others.
 */
export const retentionMigration = `
ALTER TABLE scan ADD COLUMN code_hash TEXT;
ALTER TABLE "order" ADD COLUMN request_hash TEXT;

DROP TRIGGER audit_log_no_update;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
  WHEN NEW.id <> OLD.id OR NEW.action <> OLD.action OR NEW.user_id IS NOT OLD.user_id
    OR NEW.at <> OLD.at OR NEW.data <> json_remove(OLD.data, '$.address')
  BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX failed_code_at ON failed_code (at);
`

/**
 * Codes by device: each browser has its own live code, failed attempts count for the browser that requested
 * the code, and browsers that have used a code of a phone number are recorded.
 */
export const codesByDeviceMigration = `
DROP INDEX one_time_code_live;
CREATE UNIQUE INDEX one_time_code_live ON one_time_code (target, purpose, device_hash)
  WHERE state = 'live';
CREATE INDEX one_time_code_user ON one_time_code (user_id, created_at) WHERE user_id IS NOT NULL;

ALTER TABLE failed_code ADD COLUMN device_hash TEXT NOT NULL DEFAULT '';
DROP INDEX failed_code_target;
CREATE INDEX failed_code_device ON failed_code (target, device_hash, at);

CREATE TABLE known_device (
  target TEXT NOT NULL, device_hash TEXT NOT NULL, used_at INTEGER NOT NULL,
  PRIMARY KEY (target, device_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_device_used ON known_device (used_at);
INSERT INTO known_device (target, device_hash, used_at)
  SELECT target, device_hash, max(created_at) FROM one_time_code
  WHERE state = 'used' AND device_hash <> '' GROUP BY target, device_hash;
`
