import {
  DRY_RUN_OPTION,
  YES_OPTION,
  type Consent,
  type Plan,
} from '../../lib/command-line/confirm.ts'
import { isUniqueViolation } from '../../lib/db/errors.ts'
import type { Reader } from '../db/open.ts'
import { setMobile } from '../modules/login/change-account.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { auditStaff } from './audit-staff.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { findMember } from './orders/filter.ts'
import { PHONE, readPhone } from './staff.ts'
import { runPlanned } from './with-database.ts'

interface PhoneChange {
  phone: string
  newPhone: string
}

const refuseTaken = (phone: string) =>
  new CommandError(`Another account has the phone number ${phone}`)

/** @throws CommandError if there is no such account, or another one has the new number */
async function planPhoneChange(
  db: Reader,
  { phone, newPhone }: PhoneChange,
): Promise<Plan & { userId: number }> {
  const { id: userId } = await findMember(db, phone)
  if (phone === newPhone) {
    throw new CommandError(`Member ${userId} already has the phone number ${phone}`)
  }
  const owner = db.selectFrom('user').select('id').where('mobile', '=', newPhone)
  if ((await owner.executeTakeFirst()) !== undefined) throw refuseTaken(newPhone)
  return {
    effects: [
      `Member ${userId} logs in with ${newPhone} and is logged out on all devices`,
      `${phone} receives a notice of the change`,
    ],
    question: `Change the phone number of member ${userId}?`,
    userId,
  }
}

/** Changes the phone number of a member who cannot receive codes on the previous one. Audited. */
const changePhone = (context: StaffContext, change: PhoneChange, consent: Consent): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planPhoneChange(db, change),
    async run(db, { userId }) {
      await db
        .transaction(async (trx) => {
          await setMobile(trx, userId, change.newPhone, Date.now())
          await endAllSessions(trx, userId)
          await auditStaff(trx, 'change mobile', userId, {})
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? refuseTaken(change.newPhone) : error
        })
      context.terminal.print(`Member ${userId}: the phone number is ${change.newPhone}`)
    },
  })

/** Adds a command for members who have lost their phone number. */
export function addPhoneCommand(members: Program, context: StaffContext): void {
  members
    .command('change-phone')
    .description('change the phone number of a member who has lost it, after checking who it is')
    .argument(...PHONE)
    .argument('<new-phone>', 'the new phone number', readPhone)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((phone, newPhone, options) => changePhone(context, { phone, newPhone }, options))
}
