import type { Deps } from '../../deps.ts'
import { loadMessageSettings, saveMessageSettings } from '../../messages/outbox/choices.ts'
import type { Handlers } from '../../mount.ts'
import { listOwnMessages } from './list-own.ts'

export function createMessageHandlers({ db }: Deps) {
  return {
    'POST /api/account/messages': ({ user, body, lang }) =>
      listOwnMessages(db.query, { userId: user.id, lang, ...body }),

    'GET /api/account/message_settings': ({ user }) => loadMessageSettings(db.query, user.id),

    'POST /api/account/message_settings': async ({ user, body, now }) => {
      await db.transaction((trx) => saveMessageSettings(trx, user.id, body, now))
      return loadMessageSettings(db.query, user.id)
    },
  } satisfies Partial<Handlers>
}
