import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Orders with their payments and tickets. */
export const createOrderTables: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber, strict, keyed } = schema
  // Orders with lines and reservations, memberships, class passes and balances.
  await sql`create table "order" (
    id ${autoNumber}, order_no ${text} not null unique,
    user_id ${number} not null references "user" (id),
    type ${text} not null check (type in ('performance', 'course', 'member', 'recharge')),
    status ${text} default 'pending' not null
      check (status in ('pending', 'paid', 'completed', 'cancelled', 'refunding', 'refunded')),
    cancel_reason ${text} check (cancel_reason in ('user', 'timeout', 'staff')),
    performance_id ${number} references performance (id),
    show_id ${number} references show (id),
    course_date_id ${number} references course_date (id),
    course_package_id ${number} references course_package (id),
    member_package_id ${number} references member_package (id),
    quantity ${number} not null check (quantity > 0),
    original_fen ${number} not null check (original_fen >= 0),
    member_discount_fen ${number} not null check (member_discount_fen >= 0),
    payable_fen ${number} not null check (payable_fen >= 0), rule ${text} not null,
    paid_late ${number} default 0 not null, idempotency_key ${text}, request_hash ${text},
    created_at ${number} not null, expires_at ${number} not null, paid_at ${number},
    closed_at ${number}, extensions ${number} default 0 not null,
    constraint order_amounts check (original_fen - member_discount_fen = payable_fen)
  ) ${strict}`.execute(db)
  await sql`create unique index order_key on "order" (user_id, idempotency_key)`.execute(db)
  await sql`create index order_user on "order" (user_id, created_at)`.execute(db)
  await sql`create index order_pending on "order" (expires_at) where status = 'pending'`.execute(db)
  await sql`create index order_show on "order" (show_id, status)`.execute(db)
  await sql`create index order_course_date on "order" (course_date_id, status)`.execute(db)
  await sql`create index order_created on "order" (created_at)`.execute(db)
  await sql`create unique index order_one_pending on "order" (user_id, performance_id)
    where status = 'pending' and performance_id is not null`.execute(db)
  await sql`create unique index order_one_booking on "order" (user_id, course_date_id)
    where status in ('pending', 'paid', 'completed') and course_date_id is not null`.execute(db)
  await sql`create table order_line (
    order_id ${number} not null references "order" (id),
    tier_id ${number} not null references tier (id),
    quantity ${number} not null check (quantity > 0),
    unit_fen ${number} not null check (unit_fen >= 0),
    paid_fen ${number} not null check (paid_fen >= 0),
    constraint order_line_key primary key (order_id, tier_id)
  ) ${keyed}`.execute(db)
  await sql`create table reservation (
    id ${autoNumber}, order_id ${number} not null references "order" (id), show_id ${number},
    tier_id ${number}, course_date_id ${number} references course_date (id),
    quantity ${number} not null check (quantity > 0),
    state ${text} default 'held' not null check (state in ('held', 'sold', 'released')),
    constraint reservation_show_tier
      foreign key (show_id, tier_id) references show_tier (show_id, tier_id),
    constraint reservation_subject
      check ((show_id is null) = (tier_id is null)
        and (show_id is null) <> (course_date_id is null))
  ) ${strict}`.execute(db)
  await sql`create index reservation_order on reservation (order_id)`.execute(db)
  await sql`create index reservation_stock on reservation (show_id, tier_id, state)`.execute(db)
  await sql`create index reservation_date on reservation (course_date_id, state)`.execute(db)
  await sql`create table membership (
    id ${autoNumber}, user_id ${number} not null references "user" (id),
    order_id ${number} not null unique references "order" (id), from_at ${number} not null,
    until_at ${number} not null, revoked ${number} default 0 not null,
    constraint membership_until check (until_at > from_at)
  ) ${strict}`.execute(db)
  await sql`create index membership_user on membership (user_id, until_at)`.execute(db)
  await sql`create table class_pass (
    id ${autoNumber}, user_id ${number} not null references "user" (id),
    order_id ${number} not null unique references "order" (id),
    course_package_id ${number} not null references course_package (id),
    course_id ${number} not null references course (id),
    hours ${number} not null check (hours > 0), hours_left ${number} not null,
    expires_at ${number}, revoked ${number} default 0 not null,
    constraint class_pass_hours check (hours_left between 0 and hours)
  ) ${strict}`.execute(db)
  await sql`create index class_pass_user on class_pass (user_id, course_id)`.execute(db)
  // The tables `order` and `class_pass` reference each other.
  await sql`alter table "order"
    add column class_pass_id ${number} references class_pass (id)`.execute(db)
  await sql`create table balance (
    user_id ${number} primary key references "user" (id),
    fen ${number} not null check (fen >= 0)
  ) ${strict}`.execute(db)
  await sql`create table ledger (
    id ${autoNumber}, account ${text} not null check (account in ('balance', 'class_hours')),
    user_id ${number} not null references "user" (id),
    class_pass_id ${number} references class_pass (id),
    amount ${number} not null check (amount <> 0), reason ${text} not null,
    order_id ${number} not null references "order" (id), at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index ledger_user on ledger (user_id, account)`.execute(db)
  await sql`create index ledger_pass on ledger (class_pass_id)`.execute(db)
  await sql`create index ledger_order on ledger (order_id)`.execute(db)

  // Payments and refunds, and the records of the payment sandbox.
  await sql`create table payment_attempt (
    id ${autoNumber}, order_id ${number} not null references "order" (id),
    provider ${text} not null,
    channel ${text} not null check (channel in ('native', 'h5', 'balance', 'free')),
    out_trade_no ${text} not null unique, amount_fen ${number} not null check (amount_fen >= 0),
    state ${text} default 'created' not null
      check (state in ('created', 'submitted', 'succeeded', 'failed', 'closed')),
    address ${text}, reference ${text}, queries ${number} default 0 not null,
    next_query_at ${number}, created_at ${number} not null, expires_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create unique index payment_attempt_live on payment_attempt (order_id)
    where state in ('created', 'submitted')`.execute(db)
  await sql`create index payment_attempt_order on payment_attempt (order_id)`.execute(db)
  await sql`create index payment_attempt_query on payment_attempt (next_query_at)
    where next_query_at is not null`.execute(db)
  await sql`create table payment (
    id ${autoNumber}, provider ${text} not null, txn_id ${text} not null,
    attempt_id ${number} not null references payment_attempt (id),
    order_id ${number} not null references "order" (id),
    amount_fen ${number} not null check (amount_fen >= 0), at ${number} not null,
    constraint payment_transaction unique (provider, txn_id)
  ) ${strict}`.execute(db)
  await sql`create index payment_order on payment (order_id)`.execute(db)
  await sql`create table refund (
    id ${autoNumber}, order_id ${number} not null references "order" (id),
    payment_id ${number} not null references payment (id),
    out_refund_no ${text} not null unique, amount_fen ${number} not null check (amount_fen > 0),
    reason ${text} not null
      check (reason in ('user', 'staff', 'show_cancelled', 'paid_twice', 'paid_late')),
    state ${text} default 'requested' not null
      check (state in ('requested', 'submitted', 'done', 'failed')),
    tries ${number} default 0 not null, next_try_at ${number}, at ${number} not null,
    done_at ${number}
  ) ${strict}`.execute(db)
  await sql`create index refund_order on refund (order_id)`.execute(db)
  await sql`create index refund_payment on refund (payment_id)`.execute(db)
  await sql`create index refund_next on refund (next_try_at)
    where next_try_at is not null`.execute(db)
  await schema.createGuard(db, {
    name: 'refund_within_payment',
    table: 'refund',
    event: 'insert',
    lock: { table: 'payment', id: sql`NEW.payment_id` },
    refusedWhen: sql`
      (select coalesce(sum(amount_fen), 0) from refund where payment_id = NEW.payment_id)
        + NEW.amount_fen > (select amount_fen from payment where id = NEW.payment_id)`,
    message: 'a refund is more than what was paid',
  })
  await sql`create table sandbox_trade (
    out_trade_no ${text} primary key, amount_fen ${number} not null,
    description ${text} not null,
    state ${text} default 'waiting' not null check (state in ('waiting', 'paid', 'closed')),
    txn_id ${text}, expires_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create table sandbox_refund (
    out_refund_no ${text} primary key,
    out_trade_no ${text} not null references sandbox_trade (out_trade_no),
    amount_fen ${number} not null
  ) ${strict}`.execute(db)
  await sql`create table sandbox_notice (
    id ${autoNumber}, out_trade_no ${text} not null references sandbox_trade (out_trade_no),
    next_at ${number} not null, tries ${number} default 0 not null
  ) ${strict}`.execute(db)
  await sql`create index sandbox_notice_next on sandbox_notice (next_at)`.execute(db)

  // Tickets, scans at the door, and the members who may scan.
  await sql`create table ticket (
    id ${autoNumber}, serial ${text} not null unique,
    order_id ${number} not null references "order" (id),
    show_id ${number} not null references show (id),
    tier_id ${number} not null references tier (id), version ${number} default 1 not null,
    state ${text} default 'valid' not null check (state in ('valid', 'used', 'void')),
    used_at ${number}
  ) ${strict}`.execute(db)
  await sql`create index ticket_order on ticket (order_id)`.execute(db)
  await sql`create index ticket_show on ticket (show_id, state)`.execute(db)
  await sql`create table scan (
    id ${autoNumber}, ticket_id ${number} references ticket (id), nonce ${text} not null,
    code_hash ${text}, user_id ${number} not null references "user" (id),
    result ${text} not null, answer ${text} not null, at ${number} not null,
    undone_at ${number},
    constraint scan_nonce unique (user_id, nonce)
  ) ${strict}`.execute(db)
  await sql`create index scan_ticket on scan (ticket_id)`.execute(db)
  await sql`create index scan_user on scan (user_id, at)`.execute(db)
  await sql`create table verify_grant (
    user_id ${number} primary key references "user" (id), granted_at ${number} not null
  ) ${strict}`.execute(db)
  // An order is verified if all of its tickets were used; the status is not stored.
  await sql`create view verified_order as
    select "order".id from "order" where "order".status in ('paid', 'completed')
      and exists (select 1 as one from ticket where ticket.order_id = "order".id)
      and not exists (select 1 as one from ticket
        where ticket.order_id = "order".id and ticket.state <> 'used')`.execute(db)
}
