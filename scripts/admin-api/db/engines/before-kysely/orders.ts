/** Orders with their stock, payments, refunds and tickets; memberships, class hours and balances. */
export const orderMigration = `
CREATE TABLE "order" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_no TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES user,
  type TEXT NOT NULL CHECK (type IN ('performance', 'course', 'member', 'recharge')),
  status TEXT NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'paid', 'completed', 'cancelled', 'refunding', 'refunded')),
  cancel_reason TEXT CHECK (cancel_reason IN ('user', 'timeout', 'staff')),
  performance_id INTEGER REFERENCES performance,
  show_id INTEGER REFERENCES show,
  course_date_id INTEGER REFERENCES course_date,
  course_package_id INTEGER REFERENCES course_package,
  member_package_id INTEGER REFERENCES member_package,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  original_fen INTEGER NOT NULL CHECK (original_fen >= 0),
  member_discount_fen INTEGER NOT NULL CHECK (member_discount_fen >= 0),
  payable_fen INTEGER NOT NULL CHECK (payable_fen >= 0),
  rule TEXT NOT NULL,
  class_pass_id INTEGER REFERENCES class_pass,
  paid_late INTEGER NOT NULL DEFAULT 0,
  idempotency_key TEXT,
  created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  paid_at INTEGER, closed_at INTEGER, extensions INTEGER NOT NULL DEFAULT 0,
  CHECK (original_fen - member_discount_fen = payable_fen)
) STRICT;
CREATE UNIQUE INDEX order_key ON "order" (user_id, idempotency_key);
CREATE INDEX order_user ON "order" (user_id, created_at);
CREATE INDEX order_pending ON "order" (expires_at) WHERE status = 'pending';
CREATE INDEX order_show ON "order" (show_id, status);
CREATE INDEX order_course_date ON "order" (course_date_id, status);
CREATE INDEX order_created ON "order" (created_at);
CREATE UNIQUE INDEX order_one_pending ON "order" (user_id, performance_id)
  WHERE status = 'pending' AND performance_id IS NOT NULL;
CREATE UNIQUE INDEX order_one_booking ON "order" (user_id, course_date_id)
  WHERE status IN ('pending', 'paid', 'completed') AND course_date_id IS NOT NULL;

CREATE TABLE order_line (
  order_id INTEGER NOT NULL REFERENCES "order", tier_id INTEGER NOT NULL REFERENCES tier,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  unit_fen INTEGER NOT NULL CHECK (unit_fen >= 0), paid_fen INTEGER NOT NULL CHECK (paid_fen >= 0),
  PRIMARY KEY (order_id, tier_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE reservation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES "order",
  show_id INTEGER, tier_id INTEGER, course_date_id INTEGER REFERENCES course_date,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  state TEXT NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'sold', 'released')),
  FOREIGN KEY (show_id, tier_id) REFERENCES show_tier,
  CHECK ((show_id IS NULL) = (tier_id IS NULL) AND (show_id IS NULL) <> (course_date_id IS NULL))
) STRICT;
CREATE INDEX reservation_order ON reservation (order_id);
CREATE INDEX reservation_stock ON reservation (show_id, tier_id, state);
CREATE INDEX reservation_date ON reservation (course_date_id, state);

CREATE TABLE payment_attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES "order",
  provider TEXT NOT NULL, channel TEXT NOT NULL CHECK (channel IN ('native', 'h5', 'balance', 'free')),
  out_trade_no TEXT NOT NULL UNIQUE,
  amount_fen INTEGER NOT NULL CHECK (amount_fen >= 0),
  state TEXT NOT NULL DEFAULT 'created'
    CHECK (state IN ('created', 'submitted', 'succeeded', 'failed', 'closed')),
  address TEXT, queries INTEGER NOT NULL DEFAULT 0, next_query_at INTEGER,
  created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (order_id)
  WHERE state IN ('created', 'submitted');
CREATE INDEX payment_attempt_order ON payment_attempt (order_id);
CREATE INDEX payment_attempt_query ON payment_attempt (next_query_at) WHERE next_query_at IS NOT NULL;

CREATE TABLE payment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL, txn_id TEXT NOT NULL,
  attempt_id INTEGER NOT NULL REFERENCES payment_attempt,
  order_id INTEGER NOT NULL REFERENCES "order",
  amount_fen INTEGER NOT NULL CHECK (amount_fen >= 0), at INTEGER NOT NULL,
  UNIQUE (provider, txn_id)
) STRICT;
CREATE INDEX payment_order ON payment (order_id);

CREATE TABLE refund (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES "order",
  payment_id INTEGER NOT NULL REFERENCES payment,
  out_refund_no TEXT NOT NULL UNIQUE,
  amount_fen INTEGER NOT NULL CHECK (amount_fen > 0),
  reason TEXT NOT NULL CHECK (reason IN ('user', 'staff', 'show_cancelled', 'paid_twice', 'paid_late')),
  state TEXT NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'submitted', 'done', 'failed')),
  tries INTEGER NOT NULL DEFAULT 0, next_try_at INTEGER, at INTEGER NOT NULL, done_at INTEGER
) STRICT;
CREATE INDEX refund_order ON refund (order_id);
CREATE INDEX refund_payment ON refund (payment_id);
CREATE INDEX refund_next ON refund (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE TRIGGER refund_within_payment BEFORE INSERT ON refund
  WHEN (SELECT coalesce(sum(amount_fen), 0) FROM refund WHERE payment_id = NEW.payment_id)
    + NEW.amount_fen > (SELECT amount_fen FROM payment WHERE id = NEW.payment_id)
  BEGIN SELECT RAISE(ABORT, 'a refund is more than what was paid'); END;

CREATE TABLE ticket (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  serial TEXT NOT NULL UNIQUE,
  order_id INTEGER NOT NULL REFERENCES "order",
  show_id INTEGER NOT NULL REFERENCES show, tier_id INTEGER NOT NULL REFERENCES tier,
  version INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'valid' CHECK (state IN ('valid', 'used', 'void')),
  used_at INTEGER
) STRICT;
CREATE INDEX ticket_order ON ticket (order_id);
CREATE INDEX ticket_show ON ticket (show_id, state);
CREATE TABLE scan (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER REFERENCES ticket, nonce TEXT NOT NULL, user_id INTEGER NOT NULL REFERENCES user,
  result TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL, undone_at INTEGER,
  UNIQUE (user_id, nonce)
) STRICT;
CREATE INDEX scan_ticket ON scan (ticket_id);
CREATE INDEX scan_user ON scan (user_id, at);
CREATE TABLE verify_grant (
  user_id INTEGER PRIMARY KEY REFERENCES user, granted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE membership (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user,
  order_id INTEGER NOT NULL UNIQUE REFERENCES "order",
  from_at INTEGER NOT NULL, until_at INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0,
  CHECK (until_at > from_at)
) STRICT;
CREATE INDEX membership_user ON membership (user_id, until_at);

CREATE TABLE class_pass (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user,
  order_id INTEGER NOT NULL UNIQUE REFERENCES "order",
  course_package_id INTEGER NOT NULL REFERENCES course_package,
  course_id INTEGER NOT NULL REFERENCES course,
  hours INTEGER NOT NULL CHECK (hours > 0),
  hours_left INTEGER NOT NULL CHECK (hours_left BETWEEN 0 AND hours),
  expires_at INTEGER, revoked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX class_pass_user ON class_pass (user_id, course_id);

CREATE TABLE balance (
  user_id INTEGER PRIMARY KEY REFERENCES user, fen INTEGER NOT NULL CHECK (fen >= 0)
) STRICT;
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL CHECK (account IN ('balance', 'class_hours')),
  user_id INTEGER NOT NULL REFERENCES user, class_pass_id INTEGER REFERENCES class_pass,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  reason TEXT NOT NULL, order_id INTEGER NOT NULL REFERENCES "order", at INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_user ON ledger (user_id, account);
CREATE INDEX ledger_pass ON ledger (class_pass_id);
CREATE INDEX ledger_order ON ledger (order_id);
`

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

/** An order is verified if all of its tickets were used. The status is derived by this view, not stored. */
export const verifiedMigration = `
CREATE VIEW verified_order AS
  SELECT id FROM "order"
  WHERE status IN ('paid', 'completed')
    AND EXISTS (SELECT 1 FROM ticket WHERE order_id = "order".id)
    AND NOT EXISTS (SELECT 1 FROM ticket WHERE order_id = "order".id AND state <> 'used');
`

/** The provider's own transaction number, for queries to providers that assign one. */
export const paymentReferencesMigration = `
ALTER TABLE payment_attempt ADD COLUMN reference TEXT;
`
