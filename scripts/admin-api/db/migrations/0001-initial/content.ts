import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Venues, and items with their dates and stock. */
export const createContentTables: SchemaStep = async (db, schema) => {
  const { number, text } = schema

  await schema
    .createTable(db, 'setting')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute()

  /** Creates a table with slug, name and position. */
  const createNamed = (name: string) =>
    schema
      .createTable(db, name)
      .addColumn('id', number, (column) => column.primaryKey())
      .addColumn('slug', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('position', number, (column) => column.notNull())
      .addColumn('published', number, (column) => column.notNull())
  await createNamed('city').execute()
  await createNamed('venue')
    .addColumn('city_id', number, (column) => column.notNull().references('city.id'))
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('transport', text, (column) => column.notNull())
    .execute()
  await createNamed('hall')
    .addColumn('venue_id', number, (column) => column.notNull().references('venue.id'))
    .addColumn('seats', number, (column) => column.notNull().check(sql`seats > 0`))
    .execute()
  await createNamed('genre').execute()
  await createNamed('discipline').execute()
  await createNamed('category')
    .addColumn('summary', text, (column) => column.notNull())
    .execute()

  /** Creates a table of items; their texts are in `content_text`. */
  const createItems = (name: string) =>
    schema
      .createTable(db, name)
      .addColumn('id', number, (column) => column.primaryKey())
      .addColumn('slug', text, (column) => column.notNull())
      .addColumn('langs', text, (column) => column.notNull())
      .addColumn('published', number, (column) => column.notNull())
  await createItems('artist')
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('discipline_id', number, (column) => column.notNull().references('discipline.id'))
    .addColumn('born', number)
    .addColumn('died', number)
    .execute()
  await db.schema.createIndex('artist_discipline').on('artist').column('discipline_id').execute()

  await createItems('performance')
    .addColumn('genre_id', number, (column) => column.notNull().references('genre.id'))
    .addColumn('duration_min', number, (column) => column.notNull())
    .addColumn('intermissions', number, (column) => column.notNull())
    .addColumn('age_min', number, (column) => column.notNull())
    .addColumn('order_limit', number, (column) => column.notNull())
    .addColumn('account_limit', number, (column) => column.notNull())
    .addColumn('member_sale_starts_at', number, (column) => column.notNull())
    .addColumn('sale_starts_at', number, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('performance_genre').on('performance').column('genre_id').execute()
  await schema
    .createKeyedTable(db, 'performance_artist')
    .addColumn('performance_id', number, (column) => column.notNull().references('performance.id'))
    .addColumn('artist_id', number, (column) => column.notNull().references('artist.id'))
    .addColumn('position', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('performance_artist_key', ['performance_id', 'artist_id'])
    .execute()
  await schema
    .createTable(db, 'tier')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('performance_id', number, (column) => column.notNull().references('performance.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('price_fen', number, (column) => column.notNull().check(sql`price_fen >= 0`))
    .addColumn('member_price_fen', number, (column) =>
      column.notNull().check(sql`member_price_fen >= 0`),
    )
    .addColumn('position', number, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('tier_performance')
    .on('tier')
    .columns(['performance_id', 'position'])
    .execute()
  await schema
    .createTable(db, 'show')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('performance_id', number, (column) => column.notNull().references('performance.id'))
    .addColumn('hall_id', number, (column) => column.notNull().references('hall.id'))
    .addColumn('starts_at', number, (column) => column.notNull())
    .addColumn('ends_at', number, (column) => column.notNull())
    .addColumn('note', text)
    .addColumn('features', text, (column) => column.notNull())
    .addColumn('cancelled', number, (column) => column.notNull())
    .addColumn('moved', number, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .addCheckConstraint('show_ends', sql`ends_at > starts_at`)
    .execute()
  await db.schema
    .createIndex('show_performance')
    .on('show')
    .columns(['performance_id', 'starts_at'])
    .execute()
  await db.schema.createIndex('show_start').on('show').column('starts_at').execute()
  await schema
    .createKeyedTable(db, 'show_tier')
    .addColumn('show_id', number, (column) => column.notNull().references('show.id'))
    .addColumn('tier_id', number, (column) => column.notNull().references('tier.id'))
    .addColumn('stock', number, (column) => column.notNull().check(sql`stock >= 0`))
    .addColumn('held', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`held >= 0`),
    )
    .addColumn('sold', number, (column) => column.notNull().check(sql`sold >= 0`))
    .addColumn('sold_before', number, (column) => column.notNull().check(sql`sold_before >= 0`))
    .addPrimaryKeyConstraint('show_tier_key', ['show_id', 'tier_id'])
    .addCheckConstraint('show_tier_stock', sql`held + sold <= stock`)
    .execute()

  await createItems('activity')
    .addColumn('price_fen', number, (column) => column.notNull().check(sql`price_fen >= 0`))
    .addColumn('places', number, (column) => column.notNull())
    .addColumn('taken', number, (column) => column.notNull().check(sql`taken >= 0`))
    .addColumn('taken_before', number, (column) => column.notNull())
    .addColumn('opens_at', number, (column) => column.notNull())
    .addColumn('closes_at', number, (column) => column.notNull())
    .addCheckConstraint('activity_closes', sql`closes_at > opens_at`)
    .addCheckConstraint('activity_places', sql`taken <= places`)
    .execute()
  await schema
    .createTable(db, 'activity_date')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('activity_id', number, (column) => column.notNull().references('activity.id'))
    .addColumn('hall_id', number, (column) => column.notNull().references('hall.id'))
    .addColumn('starts_at', number, (column) => column.notNull())
    .addColumn('ends_at', number, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .addCheckConstraint('activity_date_ends', sql`ends_at > starts_at`)
    .execute()
  await db.schema
    .createIndex('activity_date_activity')
    .on('activity_date')
    .columns(['activity_id', 'starts_at'])
    .execute()
  await db.schema
    .createIndex('activity_date_start')
    .on('activity_date')
    .column('starts_at')
    .execute()

  await createItems('business_case')
    .addColumn('year', number, (column) => column.notNull())
    .execute()
  await schema
    .createTable(db, 'member_package')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('summary', text, (column) => column.notNull())
    .addColumn('benefits', text, (column) => column.notNull())
    .addColumn('months', number, (column) => column.notNull().check(sql`months > 0`))
    .addColumn('price_fen', number, (column) => column.notNull().check(sql`price_fen >= 0`))
    .addColumn('position', number, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .execute()
}
