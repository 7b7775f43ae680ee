import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Content: venues, items, courses, texts and media, and their import. */
export const createContentTables: SchemaStep = async (db, schema) => {
  const { number, text, real, strict, keyed } = schema
  await sql`create table setting (
    key ${text} primary key, value ${text} not null
  ) ${strict}`.execute(db)

  // Venues, and items with their dates and stock.
  await sql`create table city (
    id ${number} primary key, slug ${text} not null, name ${text} not null,
    position ${number} not null, published ${number} not null
  ) ${strict}`.execute(db)
  await sql`create table venue (
    id ${number} primary key, slug ${text} not null, name ${text} not null,
    position ${number} not null, published ${number} not null,
    city_id ${number} not null references city (id), address ${text} not null,
    transport ${text} not null
  ) ${strict}`.execute(db)
  await sql`create table hall (
    id ${number} primary key, slug ${text} not null, name ${text} not null,
    position ${number} not null, published ${number} not null,
    venue_id ${number} not null references venue (id),
    seats ${number} not null check (seats > 0)
  ) ${strict}`.execute(db)
  await sql`create table genre (
    id ${number} primary key, slug ${text} not null, name ${text} not null,
    position ${number} not null, published ${number} not null
  ) ${strict}`.execute(db)
  await sql`create table discipline (
    id ${number} primary key, slug ${text} not null, name ${text} not null,
    position ${number} not null, published ${number} not null
  ) ${strict}`.execute(db)
  await sql`create table category (
    id ${number} primary key, slug ${text} not null, name ${text} not null,
    position ${number} not null, published ${number} not null, summary ${text} not null
  ) ${strict}`.execute(db)
  await sql`create table artist (
    id ${number} primary key, slug ${text} not null, langs ${text} not null,
    published ${number} not null, "group" ${text} not null,
    discipline_id ${number} not null references discipline (id), born ${number}, died ${number}
  ) ${strict}`.execute(db)
  await sql`create index artist_discipline on artist (discipline_id)`.execute(db)
  await sql`create table performance (
    id ${number} primary key, slug ${text} not null, langs ${text} not null,
    published ${number} not null, genre_id ${number} not null references genre (id),
    duration_min ${number} not null, intermissions ${number} not null,
    age_min ${number} not null, order_limit ${number} not null,
    account_limit ${number} not null, member_sale_starts_at ${number} not null,
    sale_starts_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index performance_genre on performance (genre_id)`.execute(db)
  await sql`create table performance_artist (
    performance_id ${number} not null references performance (id),
    artist_id ${number} not null references artist (id), position ${number} not null,
    constraint performance_artist_key primary key (performance_id, artist_id)
  ) ${keyed}`.execute(db)
  await sql`create table tier (
    id ${number} primary key, performance_id ${number} not null references performance (id),
    name ${text} not null, price_fen ${number} not null check (price_fen >= 0),
    member_price_fen ${number} not null check (member_price_fen >= 0),
    position ${number} not null, published ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index tier_performance on tier (performance_id, position)`.execute(db)
  await sql`create table show (
    id ${number} primary key, performance_id ${number} not null references performance (id),
    hall_id ${number} not null references hall (id), starts_at ${number} not null,
    ends_at ${number} not null, note ${text}, features ${text} not null,
    cancelled ${number} not null, moved ${number} not null, published ${number} not null,
    constraint show_ends check (ends_at > starts_at)
  ) ${strict}`.execute(db)
  await sql`create index show_performance on show (performance_id, starts_at)`.execute(db)
  await sql`create index show_start on show (starts_at)`.execute(db)
  await sql`create table show_tier (
    show_id ${number} not null references show (id),
    tier_id ${number} not null references tier (id),
    stock ${number} not null check (stock >= 0),
    held ${number} default 0 not null check (held >= 0),
    sold ${number} not null check (sold >= 0),
    sold_before ${number} not null check (sold_before >= 0),
    constraint show_tier_key primary key (show_id, tier_id),
    constraint show_tier_stock check (held + sold <= stock)
  ) ${keyed}`.execute(db)
  await sql`create table activity (
    id ${number} primary key, slug ${text} not null, langs ${text} not null,
    published ${number} not null, price_fen ${number} not null check (price_fen >= 0),
    places ${number} not null, taken ${number} not null check (taken >= 0),
    taken_before ${number} not null, opens_at ${number} not null, closes_at ${number} not null,
    constraint activity_closes check (closes_at > opens_at),
    constraint activity_places check (taken <= places)
  ) ${strict}`.execute(db)
  await sql`create table activity_date (
    id ${number} primary key, activity_id ${number} not null references activity (id),
    hall_id ${number} not null references hall (id), starts_at ${number} not null,
    ends_at ${number} not null, published ${number} not null,
    constraint activity_date_ends check (ends_at > starts_at)
  ) ${strict}`.execute(db)
  await sql`create index activity_date_activity
    on activity_date (activity_id, starts_at)`.execute(db)
  await sql`create index activity_date_start on activity_date (starts_at)`.execute(db)
  await sql`create table business_case (
    id ${number} primary key, slug ${text} not null, langs ${text} not null,
    published ${number} not null, year ${number} not null
  ) ${strict}`.execute(db)
  await sql`create table member_package (
    id ${number} primary key, name ${text} not null, summary ${text} not null,
    benefits ${text} not null, months ${number} not null check (months > 0),
    price_fen ${number} not null check (price_fen >= 0), position ${number} not null,
    published ${number} not null
  ) ${strict}`.execute(db)

  // Courses with their teachers, packages of class hours and dates.
  await sql`create table course (
    id ${number} primary key, slug ${text} not null, langs ${text} not null,
    published ${number} not null, category_id ${number} not null references category (id),
    level ${text} not null, hours ${number} not null, featured ${number} not null,
    admission ${text} not null, application_opens_at ${number}, application_closes_at ${number},
    price_fen ${number} not null check (price_fen >= 0),
    member_price_fen ${number} not null check (member_price_fen >= 0),
    booking_opens_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index course_category on course (category_id)`.execute(db)
  await sql`create table course_teacher (
    course_id ${number} not null references course (id),
    artist_id ${number} not null references artist (id), position ${number} not null,
    constraint course_teacher_key primary key (course_id, artist_id)
  ) ${keyed}`.execute(db)
  await sql`create table course_package (
    id ${number} primary key, course_id ${number} not null references course (id),
    name ${text} not null, class_hours ${number} not null check (class_hours > 0),
    permanent ${number} not null, price_fen ${number} not null check (price_fen >= 0),
    position ${number} not null, published ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index course_package_course on course_package (course_id, position)`.execute(db)
  await sql`create table course_date (
    id ${number} primary key, course_id ${number} not null references course (id),
    hall_id ${number} not null references hall (id),
    teacher_id ${number} not null references artist (id), starts_at ${number} not null,
    ends_at ${number} not null, places ${number} not null check (places >= 0),
    held ${number} default 0 not null check (held >= 0),
    booked ${number} not null check (booked >= 0), booked_before ${number} not null,
    cancelled ${number} not null, published ${number} not null,
    constraint course_date_ends check (ends_at > starts_at),
    constraint course_date_places check (held + booked <= places)
  ) ${strict}`.execute(db)
  await sql`create index course_date_course on course_date (course_id, starts_at)`.execute(db)
  await sql`create index course_date_start on course_date (starts_at)`.execute(db)

  // News, texts by language, and media.
  await sql`create table news (
    kind ${text} not null, id ${number} not null, slug ${text} not null, langs ${text} not null,
    subject_id ${number}, published_at ${number} not null, published ${number} not null,
    constraint news_key primary key (kind, id)
  ) ${keyed}`.execute(db)
  await sql`create index news_date on news (kind, published_at, id)`.execute(db)
  await sql`create index news_subject on news (kind, subject_id, published_at)`.execute(db)
  await sql`create index news_published on news (published_at, kind, id)`.execute(db)
  await sql`create table page (
    key ${text} not null, lang ${text} not null, data ${text} not null,
    constraint page_key primary key (key, lang)
  ) ${keyed}`.execute(db)
  await sql`create table content_text (
    kind ${text} not null, item_id ${number} not null, lang ${text} not null,
    published ${number} not null, title ${text} not null, summary ${text} not null,
    card ${text} not null, details ${text} not null, body ${text} not null,
    constraint content_text_key primary key (kind, item_id, lang)
  ) ${strict}`.execute(db)
  await sql`create table media (
    name ${text} primary key, source ${text} not null, mime ${text} not null,
    width ${number} not null, height ${number} not null, duration_s ${real},
    bytes ${number} not null, imported_at ${number} default 0 not null
  ) ${strict}`.execute(db)
  await sql`create table legal_file (
    name ${text} primary key, hash ${text} not null
  ) ${strict}`.execute(db)

  // Imported content, its numbers and time-dependent changes, and deliveries of content webhooks.
  await sql`create table content_source (
    kind ${text} not null, id ${number} not null, slug ${text} not null,
    published ${number} not null, data ${text} not null, media ${text} not null,
    edits ${text} not null, hash ${text} not null, visibility ${text} default '{}' not null,
    constraint content_source_key primary key (kind, id)
  ) ${strict}`.execute(db)
  await sql`create index content_source_slug on content_source (kind, slug)`.execute(db)
  await sql`create index content_source_hash
    on content_source (kind, id, hash, published)`.execute(db)
  await sql`create index content_source_edited on content_source (kind, id)
    where edits <> '[]'`.execute(db)
  await sql`create table media_source (
    path ${text} primary key, stamp ${text} not null, name ${text} not null
  ) ${keyed}`.execute(db)
  await sql`create table content_delivery (
    id ${text} primary key,
    state ${text} default 'waiting' not null
      check (state in ('waiting', 'delivered', 'joined', 'given_up')),
    version ${text} not null, changes ${text} not null, created_at ${number} not null,
    tries ${number} default 0 not null, next_try_at ${number} not null, ended_at ${number},
    fault ${text}
  ) ${strict}`.execute(db)
  await sql`create unique index content_delivery_waiting on content_delivery (state)
    where state = 'waiting'`.execute(db)
  await sql`create index content_delivery_ended on content_delivery (ended_at)
    where ended_at is not null`.execute(db)
  await sql`create table content_moment (
    kind ${text} not null, item_id ${number} not null, at ${number} not null,
    constraint content_moment_key primary key (kind, item_id, at)
  ) ${keyed}`.execute(db)
  await sql`create index content_moment_at on content_moment (at)`.execute(db)
  await sql`create table content_number (
    kind ${text} not null, owner ${number} not null, name ${text} not null,
    id ${number} not null, is_current ${number} not null, title ${text} not null,
    constraint content_number_key primary key (kind, owner, name)
  ) ${keyed}`.execute(db)
}
