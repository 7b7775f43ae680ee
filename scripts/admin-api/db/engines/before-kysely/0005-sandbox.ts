/** Records of the payment sandbox. */
export const sandboxMigration = `
CREATE TABLE sandbox_trade (
  out_trade_no TEXT PRIMARY KEY, amount_fen INTEGER NOT NULL, description TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'paid', 'closed')),
  txn_id TEXT, expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE sandbox_refund (
  out_refund_no TEXT PRIMARY KEY, out_trade_no TEXT NOT NULL REFERENCES sandbox_trade,
  amount_fen INTEGER NOT NULL
) STRICT;
CREATE TABLE sandbox_notice (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  out_trade_no TEXT NOT NULL REFERENCES sandbox_trade,
  next_at INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sandbox_notice_next ON sandbox_notice (next_at);
`
