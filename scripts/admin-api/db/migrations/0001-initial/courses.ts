import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Courses with their teachers, packages of class hours and dates. */
export const createCourseTables: SchemaStep = async (db, schema) => {
  const { number, text } = schema
  await schema
    .createTable(db, 'course')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('langs', text, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .addColumn('category_id', number, (column) => column.notNull().references('category.id'))
    .addColumn('level', text, (column) => column.notNull())
    .addColumn('hours', number, (column) => column.notNull())
    .addColumn('featured', number, (column) => column.notNull())
    .addColumn('admission', text, (column) => column.notNull())
    .addColumn('application_opens_at', number)
    .addColumn('application_closes_at', number)
    .addColumn('price_fen', number, (column) => column.notNull().check(sql`price_fen >= 0`))
    .addColumn('member_price_fen', number, (column) =>
      column.notNull().check(sql`member_price_fen >= 0`),
    )
    .addColumn('booking_opens_at', number, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('course_category').on('course').column('category_id').execute()
  await schema
    .createKeyedTable(db, 'course_teacher')
    .addColumn('course_id', number, (column) => column.notNull().references('course.id'))
    .addColumn('artist_id', number, (column) => column.notNull().references('artist.id'))
    .addColumn('position', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('course_teacher_key', ['course_id', 'artist_id'])
    .execute()
  await schema
    .createTable(db, 'course_package')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('course_id', number, (column) => column.notNull().references('course.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('class_hours', number, (column) => column.notNull().check(sql`class_hours > 0`))
    .addColumn('permanent', number, (column) => column.notNull())
    .addColumn('price_fen', number, (column) => column.notNull().check(sql`price_fen >= 0`))
    .addColumn('position', number, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('course_package_course')
    .on('course_package')
    .columns(['course_id', 'position'])
    .execute()
  await schema
    .createTable(db, 'course_date')
    .addColumn('id', number, (column) => column.primaryKey())
    .addColumn('course_id', number, (column) => column.notNull().references('course.id'))
    .addColumn('hall_id', number, (column) => column.notNull().references('hall.id'))
    .addColumn('teacher_id', number, (column) => column.notNull().references('artist.id'))
    .addColumn('starts_at', number, (column) => column.notNull())
    .addColumn('ends_at', number, (column) => column.notNull())
    .addColumn('places', number, (column) => column.notNull().check(sql`places >= 0`))
    .addColumn('held', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`held >= 0`),
    )
    .addColumn('booked', number, (column) => column.notNull().check(sql`booked >= 0`))
    .addColumn('booked_before', number, (column) => column.notNull())
    .addColumn('cancelled', number, (column) => column.notNull())
    .addColumn('published', number, (column) => column.notNull())
    .addCheckConstraint('course_date_ends', sql`ends_at > starts_at`)
    .addCheckConstraint('course_date_places', sql`held + booked <= places`)
    .execute()
  await db.schema
    .createIndex('course_date_course')
    .on('course_date')
    .columns(['course_id', 'starts_at'])
    .execute()
  await db.schema.createIndex('course_date_start').on('course_date').column('starts_at').execute()
}
