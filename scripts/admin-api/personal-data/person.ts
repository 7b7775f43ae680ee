import type { Reader } from '../db/open.ts'
import type { Person } from './rule.ts'

/** A member's id with the phone number and e-mail address that codes and messages are sent to. */
export async function readPerson(db: Reader, userId: number): Promise<Person> {
  const { mobile, email } = await db
    .selectFrom('user')
    .select(['mobile', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { id: userId, targets: email === null ? [mobile] : [mobile, email] }
}
