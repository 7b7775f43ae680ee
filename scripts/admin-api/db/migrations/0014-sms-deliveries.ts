/** What became of messages by SMS, without recipients and texts. */
export const smsDeliveriesMigration = `
CREATE TABLE sms_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  gateway TEXT NOT NULL, message_id TEXT NOT NULL, purpose TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'accepted' CHECK (state IN ('accepted', 'delivered', 'failed')),
  reason TEXT NOT NULL DEFAULT '',
  sent_at INTEGER NOT NULL, reported_at INTEGER,
  UNIQUE (gateway, message_id)
) STRICT;
CREATE INDEX sms_delivery_sent ON sms_delivery (sent_at);
`
