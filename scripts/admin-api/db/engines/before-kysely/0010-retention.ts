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
