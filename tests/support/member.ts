import type { TestAdminApi } from './admin-api.ts'

const CLIENT = { address: '127.0.0.1', deviceHash: '', device: 'Test' }

export interface TestMember {
  id: number
  /** What the browser of the member sends with every call. */
  headers: { token: string; cookie: string }
}

let last = 0

/** Creates a member with a session, without a login. */
export function createMember(
  { db, deps, clock }: TestAdminApi,
  mobile = `+8613800${String((last += 1)).padStart(6, '0')}`,
): TestMember {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO user (mobile, nickname, created_at) VALUES (?, ?, ?)')
    .run(mobile, 'Lin', clock.now)
  const id = Number(lastInsertRowid)
  const { token, cookie } = deps.sessions.open(id, CLIENT, clock.now)
  return { id, headers: { token, cookie: `sid=${cookie}` } }
}
