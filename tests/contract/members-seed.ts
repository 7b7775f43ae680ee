import { writeTicket } from '#scripts/admin-api/modules/upload/tickets.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { applyToActivity, createUpload, writeCourseForm } from './application-forms.ts'

/** What one member has; the number of things is how many ids somebody else tries. */
export interface Owner {
  member: TestMember
  mobile: string
  uploadIds: number[]
  avatarIds: number[]
  sessionIds: number[]
  orderNumbers: string[]
  courseForm: ReturnType<typeof writeCourseForm>
  /** A ticket for each of the uploads, signed by the API. */
  tickets: string[]
  /** Texts that only this member may ever read. */
  secrets: string[]
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

function createOrder({ db, clock }: TestAdminApi, member: TestMember, number: string): string {
  db.prepare(
    `INSERT INTO "order" (order_no, user_id, type, quantity, original_fen, member_discount_fen,
       payable_fen, rule, created_at, expires_at)
     VALUES (?, ?, 'recharge', 1, 5000, 0, 5000, 'regular', ?, ?)`,
  ).run(number, member.id, clock.now, clock.now + 900_000)
  return number
}

function readSessionIds({ db }: TestAdminApi, { id }: TestMember): number[] {
  const rows = db.prepare('SELECT id FROM session WHERE user_id = ? ORDER BY id').all(id)
  return rows.map((row) => Number(row['id']))
}

/** A member with something of everything, and `count` of what has an id. */
export async function createOwner(api: TestAdminApi, count: number): Promise<Owner> {
  const mobile = '+8613911112222'
  const member = createMember(api, mobile)
  api.db
    .prepare('UPDATE user SET nickname = ?, email = ?, gender = ? WHERE id = ?')
    .run('Nick-secret', 'secret@example.org', 'female', member.id)
  await applyToActivity(api, member, { hope: 'Hope-secret', name: 'Name-secret' })
  const uploadIds = range(count).map(() => createUpload(api, member, 'resume'))
  const key = api.deps.secrets.deriveKey('upload-ticket')
  const tickets = uploadIds.map((uploadId) => {
    const row = api.db.prepare('SELECT key FROM upload WHERE id = ?').get(uploadId)
    const expiresAt = api.clock.now + 900_000
    const of = { userId: member.id, uploadId, key: String(row?.['key']) }
    return writeTicket(key, { ...of, kind: 'resume', bytes: 1_048_576, expiresAt })
  })
  api.db.prepare(`UPDATE upload SET name = 'File-secret.pdf' WHERE user_id = ?`).run(member.id)
  // Only ten may be live at once; the ids of older ones are tried, too.
  const sessions = range(count).map((index) => {
    const client = { address: '203.0.113.7', device: 'Device-secret' }
    const { id } = api.deps.sessions.open(member.id, client, api.clock.now + index)
    return id
  })
  const { token, cookie } = api.deps.sessions.open(
    member.id,
    { address: '203.0.113.7', device: 'Device-secret' },
    api.clock.now + count,
  )
  const orderNumbers = range(count).map((index) =>
    createOrder(api, member, `SECRET${String(index).padStart(6, '0')}`),
  )
  return {
    member: { id: member.id, headers: { token, cookie: `sid=${cookie}` } },
    mobile,
    uploadIds,
    avatarIds: range(count).map(() => createUpload(api, member, 'avatar')),
    sessionIds: [...new Set([...sessions, ...readSessionIds(api, member)])],
    orderNumbers,
    courseForm: writeCourseForm(api, member),
    tickets,
    secrets: [mobile, '1111222', 'Nick-secret', 'secret@example.org', 'Hope-secret'].concat([
      'Name-secret',
      'File-secret',
      'Device-secret',
      'SECRET0',
    ]),
  }
}

/** What members have, all of them or one, as one text: whatever has an effect changes it. */
export function readState({ db }: TestAdminApi, userId?: number): string {
  const tables = ['user', 'user_identity', 'session', 'one_time_code', 'message', 'upload']
    .concat(['application', 'application_upload', 'event_log', 'idempotency_key', 'order'])
    .concat(['reservation', 'payment_attempt', 'payment', 'refund', 'ticket', 'balance'])
  const state = tables.map((table) => {
    const rows = db.prepare(`SELECT * FROM "${table}"`).all()
    const column = table === 'user' ? 'id' : 'user_id'
    return rows.filter((row) => userId === undefined || row[column] === userId)
  })
  return JSON.stringify(state)
}
