import { sql } from 'kysely'
import { TABLE_RULES } from '#scripts/admin-api/personal-data/rules.ts'
import { writeTicket } from '#scripts/admin-api/modules/upload/tickets.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember, openSession } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { applyToActivity, createUpload, writeCourseForm } from './application-forms.ts'
import { readRow, readSql, runSql } from '#tests/support/database.ts'

/** Everything one member owns; a stranger tries each of its ids. */
export interface Owner {
  member: TestMember
  mobile: string
  uploadIds: number[]
  avatarIds: number[]
  sessionIds: number[]
  orderNumbers: string[]
  courseForm: Awaited<ReturnType<typeof writeCourseForm>>
  /** Upload tickets signed by the API, one for each upload. */
  tickets: string[]
  /** Texts that only this member may read. */
  secrets: string[]
}

/** Calls `create` in sequence. @returns its results */
async function repeat<Result>(count: number, create: (index: number) => Promise<Result>) {
  const results: Result[] = []
  for (let index = 0; index < count; index += 1) results.push(await create(index))
  return results
}

async function createOrder(
  { db, clock }: TestAdminApi,
  member: TestMember,
  number: string,
): Promise<string> {
  await runSql(
    db,
    sql`INSERT INTO "order" (order_no, user_id, type, quantity, original_fen, member_discount_fen,
       payable_fen, rule, created_at, expires_at)
     VALUES (${number}, ${member.id}, 'recharge', 1, 5000, 0, 5000, 'regular', ${clock.now}, ${clock.now + 900_000})`,
  )
  return number
}

async function readSessionIds({ db }: TestAdminApi, { id }: TestMember): Promise<number[]> {
  const rows = await readSql(db, sql`SELECT id FROM session WHERE user_id = ${id} ORDER BY id`)
  return rows.map((row) => Number(row['id']))
}

/** A member who owns something of every kind, `count` of each kind with ids. */
export async function createOwner(api: TestAdminApi, count: number): Promise<Owner> {
  const mobile = '+8613911112222'
  const member = await createMember(api, mobile)
  await runSql(
    api.db,
    sql`UPDATE "user" SET nickname = ${'Nick-secret'}, email = ${'secret@example.org'}, gender = ${'female'} WHERE id = ${member.id}`,
  )
  await applyToActivity(api, member, { hope: 'Hope-secret', name: 'Name-secret' })
  const uploadIds = await repeat(count, () => createUpload(api, member, 'resume'))
  const key = api.deps.secrets.deriveKey('upload-ticket')
  const tickets = await repeat(count, async (index) => {
    const uploadId = uploadIds[index] ?? 0
    const row = await readRow(api.db, sql`SELECT key FROM upload WHERE id = ${uploadId}`)
    const expiresAt = api.clock.now + 900_000
    const of = { userId: member.id, uploadId, key: String(row?.['key']) }
    return writeTicket(key, { ...of, kind: 'resume', bytes: 1_048_576, expiresAt })
  })
  await runSql(api.db, sql`UPDATE upload SET name = 'File-secret.pdf' WHERE user_id = ${member.id}`)
  // Only ten sessions may be live at once; ids of ended ones are tried, too.
  const client = { address: '203.0.113.7', deviceHash: '', device: 'Device-secret' }
  const open = (index: number) =>
    openSession(api, member.id, { client, now: api.clock.now + index })
  const sessions = await repeat(count, open)
  const last = await open(count)
  const orderNumbers = await repeat(count, (index) =>
    createOrder(api, member, `SECRET${String(index).padStart(6, '0')}`),
  )
  return {
    member: last.member,
    mobile,
    uploadIds,
    avatarIds: await repeat(count, () => createUpload(api, member, 'avatar')),
    sessionIds: [
      ...new Set([...sessions.map(({ id }) => id), ...(await readSessionIds(api, member))]),
    ],
    orderNumbers,
    courseForm: await writeCourseForm(api, member),
    tickets,
    secrets: [mobile, '1111222', 'Nick-secret', 'secret@example.org', 'Hope-secret'].concat([
      'Name-secret',
      'File-secret',
      'Device-secret',
      'SECRET0',
    ]),
  }
}

/** All data of members, or of one, as JSON: any effect of a call changes it. */
export async function readState({ db }: TestAdminApi, userId?: number): Promise<string> {
  const state: object[] = []
  for (const [table, { rows }] of TABLE_RULES) {
    // A stranger may request codes to the owner's number: those are not data of the owner.
    const own = userId === undefined ? sql`true` : rows({ id: userId, targets: [''] })
    state.push(await readSql(db, sql`SELECT * FROM ${sql.table(table)} WHERE ${own}`))
  }
  return JSON.stringify(state)
}
