import { sql } from 'kysely'
import type { UploadKind } from '#api/upload.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { openSession, type TestMember } from '#tests/support/member.ts'
import { readNumber, runSql } from '#tests/support/database.ts'

/** The course of the fixture with applications, and its activities. */
export const COURSE = 2
export const OPEN_DAY = 1
export const FULL_READING = 2
/** Deadlines of the course and of the open day. */
export const COURSE_CLOSES = Date.parse('2027-05-25T18:00:00+08:00')
export const OPEN_DAY_CLOSES = Date.parse('2027-05-14T18:00:00+08:00')

const person = {
  name: '林 Lin',
  age: 20,
  email: 'lin@example.org',
  mobile: '+8613800138000',
  heard_from: ['friend', 'other'],
  heard_from_note: 'A poster',
}

export const activityForm = {
  activity_id: OPEN_DAY,
  ...person,
  job: 'Baker',
  similar_before: 1,
  similar_before_note: 'A mask workshop',
  hope: 'To look behind the stage. 看看后台。',
  special_needs: '',
  social_platform: 'weibo',
  social_account: 'lin-on-stage',
}

const courseForm = {
  course_id: COURSE,
  ...person,
  school: 'School of drama',
  single_take: true,
  self_introduction: 'I sing.',
  hope: 'To sing more.',
  social_account: 'lin-on-stage',
}

let last = 0

/** Inserts a checked file of a member without an upload. @returns its id */
export async function createUpload(
  { db, clock }: TestAdminApi,
  member: TestMember,
  kind: UploadKind,
  { at = clock.now, state = 'ready' } = {},
): Promise<number> {
  const rows = await runSql(
    db,
    sql`INSERT INTO upload
         (user_id, kind, key, name, bytes, mime, state, ticket_expires_at, created_at, ready_at)
       VALUES (${member.id}, ${kind}, ${`key-${(last += 1)}`}, ${`my ${kind}`}, 1048576, 'x/y', ${state}, ${at}, ${at}, ${at})
       RETURNING id`,
  )
  return Number(rows[0]?.['id'])
}

/** A course form with newly uploaded files. */
export async function writeCourseForm(api: TestAdminApi, member: TestMember, at = api.clock.now) {
  return {
    ...courseForm,
    resume_upload_id: await createUpload(api, member, 'resume', { at }),
    video_upload_id: await createUpload(api, member, 'video', { at }),
  }
}

/** The same member in a new session, for tests that move the clock past the first one. */
export async function logInAgain(api: TestAdminApi, { id }: TestMember): Promise<TestMember> {
  return (await openSession(api, id)).member
}

/** Submits the form of an activity as a member. */
export const applyToActivity = (api: TestAdminApi, member: TestMember, changes: object = {}) =>
  api.call('POST /api/course/activity_apply', {
    headers: member.headers,
    body: { ...activityForm, ...changes },
  })

/** Row counts of applications, files and events, and the places taken at the open day. */
export async function count({ db }: TestAdminApi) {
  return {
    applications: await readNumber(db, sql`SELECT count(*) FROM application`),
    files: await readNumber(db, sql`SELECT count(*) FROM application_upload`),
    events: await readNumber(db, sql`SELECT count(*) FROM event_log`),
    taken: await readNumber(db, sql`SELECT taken FROM activity WHERE id = ${OPEN_DAY}`),
  }
}
