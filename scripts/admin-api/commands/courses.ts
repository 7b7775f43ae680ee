import * as v from 'valibot'
import { LOCALES } from '#api/language.ts'
import { JSON_OPTION, printList } from '../../lib/command-line/print-list.ts'
import type { Column } from '../../lib/command-line/table.ts'
import { formatTime } from '../venue-time.ts'
import type { Program, StaffContext } from './command.ts'
import { formatMinute, formatYuan, readId } from './staff.ts'
import { withExistingDatabase } from './with-database.ts'

interface CourseFilter {
  /** Id of a course. */
  course?: number | undefined
  json?: true | undefined
}

const DateRows = v.array(
  v.object({
    id: v.number(),
    course_id: v.number(),
    title: v.string(),
    starts_at: v.pipe(v.number(), v.transform(formatTime)),
    cancelled: v.pipe(
      v.number(),
      v.transform((flag) => flag === 1),
    ),
    places: v.number(),
    held: v.number(),
    booked: v.number(),
  }),
)

const DATES = `SELECT date.id, date.course_id, text.title, date.starts_at, date.cancelled, places,
    held, booked
  FROM course_date AS date
  JOIN content_text AS text
    ON text.kind = 'course' AND text.item_id = date.course_id AND text.lang = '${LOCALES[0]}'
  WHERE date.published = 1 AND date.ends_at >= :from
    AND (:course IS NULL OR date.course_id = :course)
  ORDER BY date.starts_at, date.id`

const DATE_COLUMNS: Column<v.InferOutput<typeof DateRows>[number]>[] = [
  { title: 'DATE', align: 'right', cell: ({ id }) => String(id) },
  { title: 'STARTS', cell: ({ starts_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'BOOKED', align: 'right', cell: ({ booked }) => String(booked) },
  { title: 'HELD', align: 'right', cell: ({ held }) => String(held) },
  { title: 'PLACES', align: 'right', cell: ({ places }) => String(places) },
  { title: 'STATE', cell: ({ cancelled }) => (cancelled ? 'cancelled' : '') },
  { title: 'ITEM', align: 'right', cell: ({ course_id: id }) => String(id) },
  { title: 'TITLE', cell: ({ title }) => title },
]

async function listDates(
  { config, terminal }: StaffContext,
  { course, all, json }: CourseFilter & { all?: true | undefined },
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const rows = db.prepare(DATES).all({ from: all ? 0 : Date.now(), course: course ?? null })
    printList(terminal, v.parse(DateRows, rows), { columns: DATE_COLUMNS, noun: 'date', json })
  })
}

const PackageRows = v.array(
  v.object({
    type: v.picklist(['course', 'member']),
    id: v.number(),
    course_id: v.nullable(v.number()),
    name: v.string(),
    class_hours: v.nullable(v.number()),
    months: v.nullable(v.number()),
    price_fen: v.number(),
  }),
)

const PACKAGES = `SELECT 'course' AS type, id, course_id, json_extract(name, '$."${LOCALES[0]}"') AS name,
    class_hours, NULL AS months, price_fen
  FROM course_package WHERE published = 1 AND (:course IS NULL OR course_id = :course)
  UNION ALL
  SELECT 'member', id, NULL, json_extract(name, '$."${LOCALES[0]}"'), NULL, months, price_fen
  FROM member_package WHERE published = 1 AND :course IS NULL
  ORDER BY type, course_id, id`

const PACKAGE_COLUMNS: Column<v.InferOutput<typeof PackageRows>[number]>[] = [
  { title: 'TYPE', cell: ({ type }) => type },
  { title: 'PACKAGE', align: 'right', cell: ({ id }) => String(id) },
  { title: 'COURSE', align: 'right', cell: ({ course_id: id }) => String(id ?? '') },
  { title: 'HOURS', align: 'right', cell: ({ class_hours: hours }) => String(hours ?? '') },
  { title: 'MONTHS', align: 'right', cell: ({ months }) => String(months ?? '') },
  { title: 'YUAN', align: 'right', cell: ({ price_fen: fen }) => formatYuan(fen) },
  { title: 'NAME', cell: ({ name }) => name },
]

async function listPackages(
  { config, terminal }: StaffContext,
  { course, json }: CourseFilter,
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const rows = v.parse(PackageRows, db.prepare(PACKAGES).all({ course: course ?? null }))
    printList(terminal, rows, { columns: PACKAGE_COLUMNS, noun: 'package', json })
  })
}

/** Lists of course dates and of packages, with the ids that content and orders name. */
export function addCourseCommands(program: Program, context: StaffContext): void {
  const COURSE = [
    '--course <id>',
    'one course, by its id in `content list courses`',
    readId,
  ] as const
  program
    .command('dates')
    .description('dates of courses')
    .command('list')
    .description('list dates of courses, the next first, with their places')
    .option(...COURSE)
    .option('--all', 'include dates that are over')
    .option(...JSON_OPTION)
    .action((options) => listDates(context, options))
  program
    .command('packages')
    .description('packages of class hours and memberships')
    .command('list')
    .description('list packages of class hours and memberships')
    .option(...COURSE)
    .option(...JSON_OPTION)
    .action((options) => listPackages(context, options))
}
