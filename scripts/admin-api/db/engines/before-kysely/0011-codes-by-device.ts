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
