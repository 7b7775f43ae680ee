import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { takePlace } from '#scripts/admin-api/modules/application/places.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import {
  activityForm,
  applyToActivity,
  count,
  OPEN_DAY,
  writeCourseForm,
} from './application-forms.ts'
import { breakTable, runSql } from '#tests/support/database.ts'

const PLACES = 20

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
  await runSql(
    api.db,
    sql`UPDATE activity SET places = ${PLACES}, taken = 0, taken_before = 0 WHERE id = ${OPEN_DAY}`,
  )
})
afterEach(() => api.close())

const tally = (codes: readonly number[]) =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => [code, length]),
  )

const createMembers = (number: number) =>
  Promise.all(Array.from({ length: number }, () => createMember(api)))

describe('one member who applies a hundred times at once', () => {
  test.each(['activity', 'course'] as const)('has one application to the %s', async (kind) => {
    const member = await createMember(api)
    const form = await writeCourseForm(api, member)
    const send = () =>
      kind === 'activity'
        ? applyToActivity(api, member)
        : api.call('POST /api/course/apply', { headers: member.headers, body: form })
    const answers = await Promise.all(Array.from({ length: 100 }, send))
    expect(tally(answers.map(({ envelope }) => envelope.code))).toEqual({ 200: 1, 500301: 99 })
    // Whoever asks twice learns of the application that counts.
    expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope.data))).size).toBe(1)
    expect(await count(api)).toMatchObject({ applications: 1, events: 1 })
  })
})

describe(`${PLACES} places and 200 members`, () => {
  const rush = async (apply: (member: TestMember) => Promise<number>) => {
    const members = await createMembers(200)
    const codes = await Promise.all(members.map(apply))
    return tally(codes)
  }

  test(`give exactly ${PLACES} applications`, { tags: ['S4.19'] }, async () => {
    const codes = await rush(async (member) => (await applyToActivity(api, member)).envelope.code)
    expect(codes).toEqual({ 200: PLACES, 500302: 200 - PLACES })
    expect(await count(api)).toMatchObject({ applications: PLACES, events: PLACES, taken: PLACES })
  })

  test('are counted by the very statement that takes one', async () => {
    await runSql(api.db, sql`UPDATE activity SET taken = places - 1 WHERE id = ${OPEN_DAY}`)
    const subject = { kind: 'activity', itemId: OPEN_DAY } as const
    const take = () => api.db.transaction((trx) => takePlace(trx, subject))
    expect([await take(), await take()]).toEqual([true, false])
  })

  test('are oversold by a writer that reads, thinks and writes: the rush is a real one', async () => {
    const { db } = api
    const applyNaively = async ({ id }: TestMember) => {
      const activity = await db.query
        .selectFrom('activity')
        .select(['places', 'taken'])
        .where('id', '=', OPEN_DAY)
        .executeTakeFirstOrThrow()
      if (activity.taken >= activity.places) return 500302
      await runSql(
        db,
        sql`INSERT INTO application (kind, item_id, user_id, status, answers, submitted_at)
         VALUES ('activity', ${OPEN_DAY}, ${id}, 'received', '{}', 1)`,
      )
      await runSql(
        db,
        sql`UPDATE activity SET taken = ${activity.taken + 1} WHERE id = ${OPEN_DAY}`,
      )
      return 200
    }
    expect((await rush(applyNaively))[200]).toBeGreaterThan(PLACES)
  })
})

describe('a form that is sent again with its idempotency key', () => {
  const send = (member: TestMember, key: string, changes: object = {}) =>
    api.call('POST /api/course/activity_apply', {
      headers: { ...member.headers, 'idempotency-key': key },
      body: { ...activityForm, ...changes },
    })

  test('fifty times at once and once more gives one application and one answer', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(member, key)))
    api.clock.now += 60_000
    answers.push(await send(member, key))
    expect(tally(answers.map(({ envelope }) => envelope.code))).toEqual({ 200: 51 })
    expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope.data))).size).toBe(1)
    expect(await count(api)).toMatchObject({ applications: 1, events: 1, taken: 1 })
  })

  test('but with another body is refused', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    await send(member, key)
    const { envelope } = await send(member, key, { hope: 'Something else' })
    expect(envelope.code).toBe(500105)
    expect((await count(api)).applications).toBe(1)
  })

  test('by somebody else is their own application', async () => {
    const [one, other] = [await createMember(api), await createMember(api)]
    const key = randomUUID()
    const [first, second] = [await send(one, key), await send(other, key)]
    expect([first.envelope.code, second.envelope.code]).toEqual([200, 200])
    expect(first.envelope.data).not.toEqual(second.envelope.data)
  })

  test('after a refusal is looked at anew', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    await runSql(api.db, sql`UPDATE activity SET taken = places`)
    expect((await send(member, key)).envelope.code).toBe(500302)
    await runSql(api.db, sql`UPDATE activity SET taken = 0`)
    expect((await send(member, key)).envelope.code).toBe(200)
  })

  test('is the answer also when the record of it was lost in a crash', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    const first = await send(member, key)
    await runSql(api.db, sql`DELETE FROM idempotency_key`)
    const { envelope } = await send(member, key)
    expect([envelope.code, envelope.data]).toEqual([500301, first.envelope.data])
  })
})

test('what fails halfway leaves nothing behind', async () => {
  const member = await createMember(api)
  await breakTable(api, 'event_log', 'insert')
  const { response } = await applyToActivity(api, member)
  expect(response.status).toBe(500)
  expect(await count(api)).toEqual({ applications: 0, files: 0, events: 0, taken: 0 })
})

test('places taken are those of the content and of applications that hold one', async () => {
  const members = await createMembers(30)
  await Promise.all(members.map((member) => applyToActivity(api, member)))
  const activities = api.db.query.selectFrom('activity').select(['id', 'taken', 'taken_before'])
  const rows = await activities.execute()
  for (const { id, taken, taken_before } of rows) {
    const held = (await count(api)).applications
    expect(taken - taken_before).toBe(id === OPEN_DAY ? held : 0)
  }
})
