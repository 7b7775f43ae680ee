import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createIdempotency,
  hashBody,
  LEASE_MS,
  releaseUnfinishedKeys,
} from '#scripts/admin-api/idempotency.ts'
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
import { breakTable, readSql, runSql } from '#tests/support/database.ts'

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

describe('a hundred simultaneous applications of one member', () => {
  test.each(['activity', 'course'] as const)('create one application to the %s', async (kind) => {
    const member = await createMember(api)
    const form = await writeCourseForm(api, member)
    const send = () =>
      kind === 'activity'
        ? applyToActivity(api, member)
        : api.call('POST /api/course/apply', { headers: member.headers, body: form })
    const results = await Promise.all(Array.from({ length: 100 }, send))
    expect(tally(results.map(({ envelope }) => envelope.code))).toEqual({ 200: 1, 500301: 99 })
    // Duplicates get the application that counts.
    expect(new Set(results.map(({ envelope }) => JSON.stringify(envelope.data))).size).toBe(1)
    expect(await count(api)).toMatchObject({ applications: 1, events: 1 })
  })
})

describe(`${PLACES} places and 200 members`, () => {
  const rush = async (apply: (member: TestMember) => Promise<number>) => {
    const members = await createMembers(200)
    const codes = await Promise.all(members.map(apply))
    return tally(codes)
  }

  test(`create exactly ${PLACES} applications`, { tags: ['S4.19'] }, async () => {
    const codes = await rush(async (member) => (await applyToActivity(api, member)).envelope.code)
    expect(codes).toEqual({ 200: PLACES, 500302: 200 - PLACES })
    expect(await count(api)).toMatchObject({ applications: PLACES, events: PLACES, taken: PLACES })
  })

  test('are counted by the statement that takes the place', async () => {
    await runSql(api.db, sql`UPDATE activity SET taken = places - 1 WHERE id = ${OPEN_DAY}`)
    const subject = { kind: 'activity', itemId: OPEN_DAY } as const
    const take = () => api.db.transaction((trx) => takePlace(trx, subject))
    expect([await take(), await take()]).toEqual([true, false])
  })

  test('would be oversold by read-then-write: the race is real', async () => {
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

describe('repeated application with an idempotency key', () => {
  const send = (member: TestMember, key: string, changes: object = {}) =>
    api.call('POST /api/course/activity_apply', {
      headers: { ...member.headers, 'idempotency-key': key },
      body: { ...activityForm, ...changes },
    })

  test('gives one application and one response for 51 requests', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 50 }, () => send(member, key)))
    api.clock.now += 60_000
    results.push(await send(member, key))
    expect(tally(results.map(({ envelope }) => envelope.code))).toEqual({ 200: 51 })
    expect(new Set(results.map(({ envelope }) => JSON.stringify(envelope.data))).size).toBe(1)
    expect(await count(api)).toMatchObject({ applications: 1, events: 1, taken: 1 })
  })

  test('is refused with a different body', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    const atOnce = [send(member, key), send(member, key, { hope: 'Another hope' })]
    const codes = (await Promise.all(atOnce)).map(({ envelope }) => envelope.code)
    expect(codes.toSorted()).toEqual([200, 500105])
    const { envelope } = await send(member, key, { hope: 'Something else' })
    expect(envelope.code).toBe(500105)
    expect((await count(api)).applications).toBe(1)
  })

  test('is processed again after a restart, unless it was finished', async () => {
    const { id } = await createMember(api)
    for (const answer of ['', '{}']) {
      await runSql(
        api.db,
        sql`INSERT INTO idempotency_key (user_id, key, endpoint, body_hash, answer, created_at)
            VALUES (${id}, ${`key ${answer}`}, '', '', ${answer}, 0)`,
      )
    }
    await releaseUnfinishedKeys(api.db)
    expect(await readSql(api.db, sql`SELECT answer FROM idempotency_key`)).toEqual([
      { answer: '{}' },
    ])
  })

  test('by another member creates their own application', async () => {
    const [one, other] = [await createMember(api), await createMember(api)]
    const key = randomUUID()
    const [first, second] = [await send(one, key), await send(other, key)]
    expect([first.envelope.code, second.envelope.code]).toEqual([200, 200])
    expect(first.envelope.data).not.toEqual(second.envelope.data)
  })

  test('is executed by one of two processes that wait for one that died', async () => {
    const { now } = api.clock
    const { id: userId } = await createMember(api)
    const attempt = {
      key: randomUUID(),
      endpoint: 'POST /api/course/activity_apply',
      body: {},
      userId,
      now,
    } as const
    // The lease expires while both processes wait.
    const reservedAt = now - LEASE_MS + 300
    await runSql(
      api.db,
      sql`INSERT INTO idempotency_key (user_id, key, endpoint, body_hash, answer, created_at)
       VALUES (${userId}, ${attempt.key}, ${attempt.endpoint}, ${hashBody({})}, '', ${reservedAt})`,
    )
    const health = { report: () => undefined }
    let runs = 0
    const results = await Promise.all(
      [1, 2].map(() =>
        createIdempotency({ db: api.db, health }).runOnce(attempt, async () => {
          const run = ++runs
          await setImmediate()
          return run
        }),
      ),
    )
    expect(results).toEqual([1, 1])
  })

  test('is processed again after a refusal', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    await runSql(api.db, sql`UPDATE activity SET taken = places`)
    expect((await send(member, key)).envelope.code).toBe(500302)
    await runSql(api.db, sql`UPDATE activity SET taken = 0`)
    expect((await send(member, key)).envelope.code).toBe(200)
  })

  test('gets the same application after the key record was lost', async () => {
    const member = await createMember(api)
    const key = randomUUID()
    const first = await send(member, key)
    await runSql(api.db, sql`DELETE FROM idempotency_key`)
    const { envelope } = await send(member, key)
    expect([envelope.code, envelope.data]).toEqual([500301, first.envelope.data])
  })
})

test('a failure during an application rolls everything back', async () => {
  const member = await createMember(api)
  await breakTable(api, 'event_log', 'insert')
  const { response } = await applyToActivity(api, member)
  expect(response.status).toBe(500)
  expect(await count(api)).toEqual({ applications: 0, files: 0, events: 0, taken: 0 })
})

test('places taken equal the places in the content plus active applications', async () => {
  const members = await createMembers(30)
  await Promise.all(members.map((member) => applyToActivity(api, member)))
  const activities = api.db.query.selectFrom('activity').select(['id', 'taken', 'taken_before'])
  const rows = await activities.execute()
  for (const { id, taken, taken_before } of rows) {
    const held = (await count(api)).applications
    expect(taken - taken_before).toBe(id === OPEN_DAY ? held : 0)
  }
})
