import { MESSAGE_CHANNELS } from '#scripts/admin-api/messages/message.ts'
import { sendMessages } from '#scripts/admin-api/messages/outbox/send-messages.ts'
import type { TestAdminApi } from './admin-api.ts'

/** Sends the due messages of every channel. */
export async function sendAllMessages({ deps }: Pick<TestAdminApi, 'deps'>): Promise<void> {
  await Promise.all(MESSAGE_CHANNELS.map((channel) => sendMessages(deps, channel)))
}
