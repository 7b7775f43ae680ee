import type { TestAdminApi } from './admin-api.ts'

const CLIENT = { address: '127.0.0.1', deviceHash: '', device: 'Test' }

export interface TestMember {
  id: number
  /** What the browser of the member sends with every call. */
  headers: { token: string; cookie: string }
}

let last = 0

/** A member who is logged in, without going through a login. */
export function createMember(
  { db, deps, clock }: TestAdminApi,
  mobile = `+8613800${String((last += 1)).padStart(6, '0')}`,
): Promise<TestMember> {
  return db.transaction(async (trx) => {
    const { id } = await trx
      .insertInto('user')
      .values({ mobile, nickname: 'Lin', created_at: clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const session = { userId: id, client: CLIENT, now: clock.now }
    const { token, cookie } = await deps.sessions.open(trx, session)
    return { id, headers: { token, cookie: `sid=${cookie}` } }
  })
}
