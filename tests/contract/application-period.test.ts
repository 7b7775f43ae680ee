import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import {
  activityForm,
  applyToActivity,
  count,
  COURSE,
  COURSE_CLOSES,
  FULL_READING,
  OPEN_DAY,
  writeCourseForm,
} from './application-forms.ts'
import { runSql } from '#tests/support/database.ts'

const MINUTE = 60_000

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

describe('application period by the clock of the API', () => {
  for (const [at, id, code, state, tag] of [
    ['2027-04-30T09:59:59+08:00', OPEN_DAY, 500303, 'not_started', 'S4.17'],
    ['2027-04-30T10:00:00+08:00', OPEN_DAY, 200, 'open', 'S7.42'],
    ['2027-05-14T17:59:59+08:00', OPEN_DAY, 200, 'open', 'S7.42'],
    ['2027-05-14T18:00:00+08:00', OPEN_DAY, 500304, 'ended', 'S4.18'],
    ['2027-05-05T12:00:00+08:00', FULL_READING, 500302, 'full', 'S4.19'],
  ] as const) {
    test(`activity ${id} at ${at} responds with ${code}: ${state}`, { tags: [tag] }, async () => {
      api.clock.now = Date.parse(at)
      const member = await createMember(api)
      const info = await api.read('GET /api/course/activity_applyinfo', { query: { id } })
      expect(info.state).toBe(state)
      const { envelope } = await applyToActivity(api, member, { activity_id: id })
      expect(envelope.code).toBe(code)
      expect((await count(api)).applications).toBe(code === 200 ? 1 : 0)
    })
  }

  test.each([
    ['2027-05-02T09:59:59+08:00', 500303],
    ['2027-05-02T10:00:00+08:00', 200],
    ['2027-05-25T17:59:59+08:00', 200],
    ['2027-05-25T18:00:00+08:00', 500304],
  ])('the course at %s responds with %i', async (at, code) => {
    api.clock.now = Date.parse(at)
    const member = await createMember(api)
    // The files were uploaded after the deadline, so there is no grace period.
    const body = await writeCourseForm(api, member)
    const { envelope } = await api.call('POST /api/course/apply', { headers: member.headers, body })
    expect(envelope.code).toBe(code)
  })

  test('a course whose dates are all full accepts no application', async () => {
    const member = await createMember(api)
    await runSql(api.db, sql`UPDATE course_date SET booked = places WHERE course_id = ${COURSE}`)
    const body = await writeCourseForm(api, member)
    const { envelope } = await api.call('POST /api/course/apply', { headers: member.headers, body })
    expect(envelope.code).toBe(500302)
  })

  test.each([
    ['POST /api/course/apply', 999],
    ['POST /api/course/apply', 1],
    ['POST /api/course/activity_apply', 999],
  ] as const)('%s responds with 404 for id %i', async (key, id) => {
    const member = await createMember(api)
    const form =
      key === 'POST /api/course/apply' ? await writeCourseForm(api, member) : activityForm
    const body = { ...form, course_id: id, activity_id: id }
    expect((await api.call(key, { headers: member.headers, body })).envelope.code).toBe(404)
  })
})

describe('grace period of 15 minutes after the deadline of a course', () => {
  const apply = async (startedAt: number, sentAt: number) => {
    api.clock.now = sentAt
    const member = await createMember(api)
    const body = await writeCourseForm(api, member, startedAt)
    const query = { id: COURSE }
    const info = await api.read('GET /api/course/applyinfo', { query, headers: member.headers })
    const { envelope } = await api.call('POST /api/course/apply', { headers: member.headers, body })
    return [info.state, envelope.code]
  }

  test('applies if the upload of the files began before the deadline', async () => {
    const before = COURSE_CLOSES - 1
    expect(await apply(before, COURSE_CLOSES)).toEqual(['open', 200])
    expect(await apply(before, COURSE_CLOSES + 15 * MINUTE - 1)).toEqual(['open', 200])
    expect(await apply(before, COURSE_CLOSES + 15 * MINUTE)).toEqual(['ended', 500304])
  })

  test('does not apply to later uploads or to visitors', async () => {
    expect(await apply(COURSE_CLOSES, COURSE_CLOSES + 1)).toEqual(['ended', 500304])
    const visitor = await api.read('GET /api/course/applyinfo', { query: { id: COURSE } })
    expect(visitor.state).toBe('ended')
  })
})
