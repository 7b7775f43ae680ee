import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import { DRY_RUN_OPTION, YES_OPTION } from '../../lib/command-line/confirm.ts'
import { JSON_OPTION, type Column } from '../../lib/command-line/table.ts'
import type { Reader } from '../db/open.ts'
import { pickName } from '../modules/read/names.ts'
import { formatTime } from '../venue-time.ts'
import type { Program, StaffContext } from './command.ts'
import { cancelAsStaff } from './orders/cancel-date.ts'
import { formatYuan } from '../yuan.ts'
import { formatMinute, readId } from './staff.ts'
import { listTable } from './tables.ts'
import { selectItemTexts } from '../modules/read/texts.ts'

/** Dates of all courses, or of one, with their places, earliest first. */
async function readDates(db: Reader, from: number, course: number | undefined) {
  const dates = await db
    .selectFrom('course_date as date')
    .innerJoin(selectItemTexts('course', DEFAULT_LOCALE), 'text.item_id', 'date.course_id')
    .select(['date.id', 'date.course_id', 'text.title', 'date.starts_at', 'date.cancelled'])
    .select(['places', 'held', 'booked'])
    .where('date.published', '=', 1)
    .where('date.ends_at', '>=', from)
    .$call((all) => (course === undefined ? all : all.where('date.course_id', '=', course)))
    .orderBy('date.starts_at')
    .orderBy('date.id')
    .execute()
  return dates.map(({ starts_at, cancelled, ...date }) => ({
    ...date,
    starts_at: formatTime(starts_at),
    cancelled: cancelled === 1,
  }))
}

const DATE_COLUMNS: Column<Awaited<ReturnType<typeof readDates>>[number]>[] = [
  { title: 'DATE', align: 'right', cell: ({ id }) => String(id) },
  { title: 'STARTS', cell: ({ starts_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'BOOKED', align: 'right', cell: ({ booked }) => String(booked) },
  { title: 'HELD', align: 'right', cell: ({ held }) => String(held) },
  { title: 'PLACES', align: 'right', cell: ({ places }) => String(places) },
  { title: 'STATE', cell: ({ cancelled }) => (cancelled ? 'cancelled' : '') },
  { title: 'ITEM', align: 'right', cell: ({ course_id: id }) => String(id) },
  { title: 'TITLE', cell: ({ title }) => title },
]

/** Packages of class hours; without a course, those of all courses and the memberships. */
async function readPackages(db: Reader, course: number | undefined) {
  const ofCourses = await db
    .selectFrom('course_package')
    .innerJoin('course', 'course.id', 'course_id')
    .select(['course_package.id', 'course_id', 'name', 'class_hours', 'course_package.price_fen'])
    .where('course_package.published', '=', 1)
    .where('course.published', '=', 1)
    .$call((all) => (course === undefined ? all : all.where('course_id', '=', course)))
    .orderBy('course_id')
    .orderBy('course_package.id')
    .execute()
  const ofMembers = await db
    .selectFrom('member_package')
    .select(['id', 'name', 'months', 'price_fen'])
    .where('published', '=', 1)
    .orderBy('id')
    .execute()
  return [
    ...ofCourses.map((one) => ({
      type: 'course' as const,
      ...one,
      name: pickName(one.name, DEFAULT_LOCALE),
      months: null,
    })),
    ...(course === undefined ? ofMembers : []).map((one) => ({
      type: 'member' as const,
      ...one,
      name: pickName(one.name, DEFAULT_LOCALE),
      course_id: null,
      class_hours: null,
    })),
  ]
}

const PACKAGE_COLUMNS: Column<Awaited<ReturnType<typeof readPackages>>[number]>[] = [
  { title: 'TYPE', cell: ({ type }) => type },
  { title: 'PACKAGE', align: 'right', cell: ({ id }) => String(id) },
  { title: 'COURSE', align: 'right', cell: ({ course_id: id }) => String(id ?? '') },
  { title: 'HOURS', align: 'right', cell: ({ class_hours: hours }) => String(hours ?? '') },
  { title: 'MONTHS', align: 'right', cell: ({ months }) => String(months ?? '') },
  { title: 'YUAN', align: 'right', cell: ({ price_fen: fen }) => formatYuan(fen) },
  { title: 'NAME', cell: ({ name }) => name },
]

/** Adds commands for course dates and packages. */
export function addCourseCommands(program: Program, context: StaffContext): void {
  const COURSE = [
    '--course <id>',
    'one course, by its id in `content list courses`',
    readId,
  ] as const
  const dates = program.command('dates').description('dates of courses')
  dates
    .command('list')
    .description('list dates of courses with their places, earliest first')
    .option(...COURSE)
    .option('--all', 'include past dates')
    .option(...JSON_OPTION)
    .action(({ course, all, json }) =>
      listTable(context, json, {
        read: (db) => readDates(db, all ? 0 : context.now(), course),
        columns: DATE_COLUMNS,
        noun: 'date',
      }),
    )
  dates
    .command('cancel')
    .description('cancel a course date: refund money and class hours, cancel unpaid orders')
    .argument('<id>', 'id of the date, as shown by `dates list`', readId)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((id, options) => cancelAsStaff(context, { table: 'course_date', id }, options))
  program
    .command('packages')
    .description('packages of class hours and memberships')
    .command('list')
    .description('list packages of class hours and memberships')
    .option(...COURSE)
    .option(...JSON_OPTION)
    .action(({ course, json }) =>
      listTable(context, json, {
        read: (db) => readPackages(db, course),
        columns: PACKAGE_COLUMNS,
        noun: 'package',
      }),
    )
}
