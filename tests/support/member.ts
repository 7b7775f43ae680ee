import type { Locale } from '#api/language.ts'
import type { TestAdminApi } from './admin-api.ts'

const CLIENT = { address: '127.0.0.1', deviceHash: '', device: 'Test' }

export interface TestMember {
  id: number
  /** The headers that the member's browser sends with every call. */
  headers: { token: string; cookie: string }
}

let last = 0

/** Opens a session for a user without a login. */
export async function openSession(
  { db, deps, clock }: TestAdminApi,
  userId: number,
  { client = CLIENT, now = clock.now } = {},
): Promise<{ id: number; member: TestMember }> {
  const session = await db.transaction((trx) => deps.sessions.open(trx, { userId, client, now }))
  const { id, token, cookie } = session
  return { id, member: { id: userId, headers: { token, cookie: `sid=${cookie}` } } }
}

/** Creates a member with a session, without a login. */
export async function createMember(
  api: TestAdminApi,
  mobile = `+8613800${String((last += 1)).padStart(6, '0')}`,
  { email = null, lang = null }: { email?: string | null; lang?: Locale | null } = {},
): Promise<TestMember> {
  const { id } = await api.db.transaction((trx) =>
    trx
      .insertInto('user')
      .values({ mobile, email, lang, nickname: 'Lin', created_at: api.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return (await openSession(api, id)).member
}
