import { queueMessage } from '#scripts/admin-api/messages/outbox/queue-message.ts'
import type { TestAdminApi } from './admin-api.ts'
import { createMember } from './member.ts'

/** Creates members with an e-mail address, and queues a mail to each. @returns the addresses */
export async function queueMails(api: TestAdminApi, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, (_, index) => `member-${index}@example.org`)
  for (const [index, email] of addresses.entries()) {
    const { id } = await createMember(api, `+8613900${String(index).padStart(6, '0')}`, { email })
    await api.db.transaction((trx) =>
      queueMessage(trx, {
        kind: 'account_deleted',
        record: { hasOrders: false },
        userId: id,
        event: `account ${id} deleted`,
        subject: null,
        now: api.clock.now,
      }),
    )
  }
  return addresses
}
