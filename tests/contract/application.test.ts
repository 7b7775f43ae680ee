import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FIRST_START, openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import {
  activityForm,
  applyToActivity,
  count,
  COURSE,
  createUpload,
  logInAgain,
  OPEN_DAY,
  OPEN_DAY_CLOSES,
  writeCourseForm,
} from './application-forms.ts'
import { readRow, runSql } from '#tests/support/database.ts'

const MINUTE = 60_000

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

const readStored = async () => {
  const row = await readRow(api.db, sql`SELECT answers FROM application`)
  const stored: unknown = JSON.parse(String(row?.['answers']))
  return stored
}

test(
  'an activity application is stored completely and takes a place',
  { tags: ['S3.20', 'S3.22', 'S3.23', 'S7.42'] },
  async () => {
    const member = await createMember(api)
    const before = await api.read('GET /api/course/activity_detail', { query: { id: OPEN_DAY } })
    const applied = await api.read('POST /api/course/activity_apply', {
      headers: member.headers,
      body: activityForm,
    })
    expect(applied).toEqual({
      id: expect.any(Number),
      status: 'received',
      submitted_at: '2027-05-05T12:00:00+08:00',
    })
    expect(await readStored()).toEqual(activityForm)
    const after = await api.read('GET /api/course/activity_detail', { query: { id: OPEN_DAY } })
    expect(before.places_left - after.places_left).toBe(1)
  },
)

test(
  'a course application is stored completely with its files',
  { tags: ['S3.17', 'S3.18', 'S3.19', 'S7.41'] },
  async () => {
    const member = await createMember(api)
    const body = await writeCourseForm(api, member)
    await api.read('POST /api/course/apply', { headers: member.headers, body })
    expect(await readStored()).toEqual(body)
    expect(await count(api)).toMatchObject({ applications: 1, files: 2, events: 1 })
  },
)

describe('a member who has applied', () => {
  test.each(['course', 'activity'] as const)(
    'sees the application in the form of the %s, and nobody else does',
    { tags: ['S7.37', 'S7.40'] },
    async (kind) => {
      const [member, other] = [await createMember(api), await createMember(api)]
      const isCourse = kind === 'course'
      const id = isCourse ? COURSE : OPEN_DAY
      const applied = isCourse
        ? await api.read('POST /api/course/apply', {
            headers: member.headers,
            body: await writeCourseForm(api, member),
          })
        : await api.read('POST /api/course/activity_apply', {
            headers: member.headers,
            body: activityForm,
          })
      const key = isCourse ? 'GET /api/course/applyinfo' : 'GET /api/course/activity_applyinfo'
      const readForm = (headers = {}) => api.read(key, { query: { id }, headers })
      expect((await readForm(member.headers)).applied).toEqual(applied)
      expect((await readForm(other.headers)).applied).toBeNull()
      expect((await readForm()).applied).toBeNull()
    },
  )

  test('gets the first application back on a second attempt, also after the deadline', async () => {
    const member = await createMember(api)
    const first = (await applyToActivity(api, member)).envelope
    api.clock.now = OPEN_DAY_CLOSES + MINUTE
    const again = await logInAgain(api, member)
    const { envelope } = await applyToActivity(api, again, { hope: 'Something else' })
    expect([envelope.code, envelope.data]).toEqual([500301, first.data])
    expect(await count(api)).toMatchObject({ applications: 1, events: 1, taken: 13 })
  })
})

describe('files of a course application', () => {
  const send = (headers: Record<string, string>, body: object) =>
    api.call('POST /api/course/apply', { headers, body })

  test('are refused together with the application if one is invalid', async () => {
    const [member, other] = [await createMember(api), await createMember(api)]
    const validForm = await writeCourseForm(api, member)
    const invalidVideos = {
      'of another member': await createUpload(api, other, 'video'),
      'of another kind': await createUpload(api, member, 'resume'),
      'not checked yet': await createUpload(api, member, 'video', { state: 'received' }),
      refused: await createUpload(api, member, 'video', { state: 'refused' }),
      deleted: await createUpload(api, member, 'video', { state: 'deleted' }),
      unknown: 9999,
      'the resume again': validForm.resume_upload_id,
    }
    const before = await count(api)
    for (const [name, id] of Object.entries(invalidVideos)) {
      const { envelope } = await send(member.headers, { ...validForm, video_upload_id: id })
      expect([name, envelope.code]).toEqual([name, 500405])
    }
    expect(await count(api)).toEqual(before)
    expect((await send(member.headers, validForm)).envelope.code).toBe(200)
  })

  test('can be used by one application only', async () => {
    const member = await createMember(api)
    const body = await writeCourseForm(api, member)
    await send(member.headers, body)
    await runSql(api.db, sql`UPDATE application SET reopened_at = 1`)
    expect((await send(member.headers, body)).envelope.code).toBe(500405)
  })
})

test('members see their own applications, in their language', async () => {
  const [member, other] = [await createMember(api), await createMember(api)]
  await applyToActivity(api, member)
  await applyToActivity(api, other)
  api.clock.now = FIRST_START + MINUTE
  const body = await writeCourseForm(api, member)
  await api.read('POST /api/course/apply', { headers: member.headers, body })
  const read = (lang: 'zh-cn' | 'en') =>
    api.read('GET /api/account/applications', { headers: member.headers, lang })
  const { applications } = await read('en')
  expect(applications).toMatchObject([
    {
      kind: 'course',
      subject: { id: COURSE, name: 'Studio year' },
      status: 'received',
      events: [{ status: 'received', at: '2027-05-05T12:01:00+08:00' }],
      files: [
        { upload_id: body.resume_upload_id, kind: 'resume', name: 'my resume' },
        { upload_id: body.video_upload_id, kind: 'video', name: 'my video' },
      ],
      files_deleted_at: null,
    },
    { kind: 'activity', subject: { id: OPEN_DAY, name: 'Open day' }, files: [] },
  ])
  const chinese = (await read('zh-cn')).applications.map(({ subject }) => subject.name)
  expect(chinese).toEqual(['全年工作坊', '开放日'])
})
