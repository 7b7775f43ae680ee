import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APPLICATION_STATUSES } from '#api/application.ts'
import type { ApplicationStatus } from '#api/application.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { eraseOldAnswers } from '#scripts/admin-api/personal-data/retention.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { activityForm, applyToActivity, count, OPEN_DAY } from './application-forms.ts'
import { runStaff } from './application-staff.ts'
import { readSql, runSql } from '#tests/support/database.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

/** A new member with an application to the open day. */
async function createApplication() {
  const member = await createMember(api)
  const { envelope } = await applyToActivity(api, member)
  const { id } = Object(envelope.data)
  const read = async () => {
    const { applications } = await api.read('GET /api/account/applications', member)
    return applications.find((one) => one.id === id)
  }
  return { member, id: Number(id), read }
}

const COMMANDS: Partial<Record<ApplicationStatus, string>> = {
  in_review: 'review',
  accepted: 'accept',
  waitlisted: 'waitlist',
  declined: 'decline',
  withdrawn: 'withdraw',
}
const ALLOWED_CHANGES = new Set([
  'received in_review',
  'received accepted',
  'received waitlisted',
  'received declined',
  'received withdrawn',
  'in_review accepted',
  'in_review waitlisted',
  'in_review declined',
  'in_review withdrawn',
  'waitlisted in_review',
  'waitlisted accepted',
  'waitlisted declined',
  'waitlisted withdrawn',
  'accepted in_review',
  'accepted withdrawn',
  'declined in_review',
])
const PAIRS = APPLICATION_STATUSES.flatMap((from) =>
  Object.entries(COMMANDS).map(([to, command]) => ({ from, to, command })),
)

describe('an application', () => {
  test.each(PAIRS)(
    'that is $from: "$command" succeeds if the status change is allowed, else is refused',
    async ({ from, to, command }) => {
      const { id, read } = await createApplication()
      const first = COMMANDS[from]
      if (first !== undefined) await runStaff(api, first, [id])
      const before = await count(api)
      const output = await runStaff(api, command, [id]).catch(
        (error: Error) => `refused: ${error.message}`,
      )
      const application = await read()
      if (ALLOWED_CHANGES.has(`${from} ${to}`)) {
        expect(output.split('\n').at(-1)).toBe(`Application ${id} was ${from} and is now ${to}`)
        expect(application).toMatchObject({ status: to })
      } else {
        const reason = from === to ? `already ${to}` : `${from} and cannot be ${to}`
        expect(output).toMatch(`refused: Application ${id} is ${reason}`)
        expect(application).toMatchObject({ status: from })
        expect(await count(api)).toEqual(before)
      }
      // Either way the last event matches the status.
      expect(application?.events.at(-1)?.status).toBe(application?.status)
      expect(application?.events[0]?.status).toBe('received')
    },
  )

  test('keeps its files for 180 days after the decision', async () => {
    const { id, read } = await createApplication()
    expect((await read())?.files_deleted_at).toBeNull()
    await runStaff(api, 'waitlist', [id])
    expect((await read())?.files_deleted_at).toBeNull()
    await runStaff(api, 'accept', [id])
    const deletedAt = Date.parse((await read())?.files_deleted_at ?? '')
    expect(Math.round((deletedAt - api.clock.now) / 86_400_000)).toBe(180)
    // Times are rounded to seconds.
    await eraseOldAnswers(api.db, deletedAt - 1)
    expect(await runStaff(api, 'show', [id])).toContain(activityForm.email)
    expect(await eraseOldAnswers(api.db, deletedAt + 1000)).toBeGreaterThan(0)
    expect(await eraseOldAnswers(api.db, deletedAt + 1000)).toBe(0)
    expect(await runStaff(api, 'show', [id])).toContain('Answers\n  deleted')
  })

  test.each(['decline', 'withdraw'])(
    'keeps its files for a limited time after %s, too',
    async (command) => {
      const { id, read } = await createApplication()
      await runStaff(api, command, [id])
      expect((await read())?.files_deleted_at).not.toBeNull()
    },
  )

  test('with an unknown or malformed id is refused with a reason', async () => {
    await expect(runStaff(api, 'accept', [9999])).rejects.toThrow('There is no application 9999')
    await expect(runStaff(api, 'show', [9999])).rejects.toThrow('There is no application 9999')
    await expect(runStaff(api, 'accept', ['x'])).rejects.toThrow('Expected a reference')
  })
})

test('an application is withdrawn only after it was shown and confirmed', async () => {
  const { id, read } = await createApplication()
  const withdraw = (answer: boolean | null, ...more: string[]) =>
    runAdminLine(api, ['applications', 'withdraw', id, ...more], { answer })
  const shown = expect.stringContaining(`Application ${id} to activity`)
  expect(await withdraw(null)).toMatchObject({
    code: 2,
    output: shown,
    errors: expect.stringContaining('add --yes'),
  })
  expect(await withdraw(null, '--dry-run')).toMatchObject({ code: 0, output: shown })
  expect(await withdraw(false)).toMatchObject({
    code: 1,
    questions: ['Withdraw this application?'],
  })
  expect(await read()).toMatchObject({ status: 'received' })
  expect(await withdraw(true)).toMatchObject({ code: 0 })
  expect(await read()).toMatchObject({ status: 'withdrawn' })
})

describe('place of an application', () => {
  test.each(['decline', 'withdraw', 'waitlist'])('is released by %s', async (command) => {
    const { id } = await createApplication()
    const { taken } = await count(api)
    await runStaff(api, command, [id])
    expect((await count(api)).taken).toBe(taken - 1)
  })

  test.each(['review', 'accept'])('is kept by %s', async (command) => {
    const { id } = await createApplication()
    const { taken } = await count(api)
    await runStaff(api, command, [id])
    expect((await count(api)).taken).toBe(taken)
  })

  test('is taken again when the application returns to review, if one is free', async () => {
    const { id } = await createApplication()
    await runStaff(api, 'decline', [id])
    const { taken } = await count(api)
    const set = async (places: number) =>
      await runSql(api.db, sql`UPDATE activity SET places = ${places} WHERE id = ${OPEN_DAY}`)
    await set(taken)
    await expect(runStaff(api, 'review', [id])).rejects.toThrow('All places are taken')
    await set(taken + 1)
    await runStaff(api, 'review', [id])
    expect((await count(api)).taken).toBe(taken + 1)
    await set(taken + 200)
  })
})

describe('reopened applications', () => {
  test('let a declined member apply again, once', async () => {
    const { id, member, read } = await createApplication()
    await runStaff(api, 'decline', [id])
    expect((await applyToActivity(api, member)).envelope.code).toBe(500301)
    expect(await runStaff(api, 'reopen', [id])).toContain('may apply again')
    const info = { query: { id: OPEN_DAY }, headers: member.headers }
    expect((await api.read('GET /api/course/activity_applyinfo', info)).applied).toBeNull()
    expect(await read()).toMatchObject({ status: 'declined', reopened_at: expect.any(String) })
    expect(await runStaff(api, 'show', [id])).toContain('application_reopened by account')
    const { envelope } = await applyToActivity(api, member, { hope: 'Second time' })
    expect(envelope.code).toBe(200)
    expect((await applyToActivity(api, member)).envelope.code).toBe(500301)
    expect(await read()).toMatchObject({ status: 'declined' })
    // A violation would refuse every backup.
    expect(await checkInvariants(api.db.query, api.clock.now)).toEqual([])
    for (const command of ['review', 'reopen']) {
      await expect(runStaff(api, command, [id])).rejects.toThrow('no longer counts')
    }
  })

  test('are refused for applications that were not declined', async () => {
    const { id } = await createApplication()
    await expect(runStaff(api, 'reopen', [id])).rejects.toThrow('cannot be reopened')
    await runStaff(api, 'accept', [id])
    await expect(runStaff(api, 'reopen', [id])).rejects.toThrow('cannot be reopened')
  })
})

test('every change is in the audit log with its author and without the answers', async () => {
  const { id, member } = await createApplication()
  await runStaff(api, 'accept', [id])
  const rows = await readSql(
    api.db,
    sql`SELECT action, data FROM audit_log WHERE user_id = ${member.id} ORDER BY id DESC`,
  )
  expect(rows[0]?.['action']).toBe('application change')
  expect(JSON.parse(String(rows[0]?.['data']))).toEqual({
    id,
    from: 'received',
    to: 'accepted',
    by: expect.stringMatching(/./),
  })
})
