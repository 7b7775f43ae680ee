import { findMembershipEnd } from '../../../orders/members.ts'
import { readDueDeletion } from '../../../personal-data/deletion-state.ts'
import { formatTime } from '../../../venue-time.ts'
import type { QueuedName } from '../../message-data.ts'
import { APPLICATION_LOADERS } from './applications.ts'
import type { Loaders } from './load-context.ts'
import { ORDER_LOADERS } from './orders.ts'

const loadContactChange = async ({ changedAt }: { changedAt: number }) => ({
  changedAt: formatTime(changedAt),
})

const LOADERS: Loaders = {
  ...ORDER_LOADERS,
  ...APPLICATION_LOADERS,

  /** Null if the membership has been renewed or refunded in the meantime. */
  membership_ending: async ({ until }, { deps, userId }) =>
    (await findMembershipEnd(deps.db.query, userId)) === until
      ? { until: formatTime(until) }
      : null,

  mobile_changed: loadContactChange,
  email_changed: loadContactChange,

  sign_in_bound: async ({ provider, boundAt }, { deps, lang }) => ({
    // The name alone of a provider that was switched off in the meantime.
    provider: deps.signIn.find(provider)?.label[lang] ?? provider,
    boundAt: formatTime(boundAt),
  }),

  /** Null if a login has cancelled the deletion in the meantime. */
  account_deletion_announced: async ({ deletedAt }, { deps, userId }) =>
    (await readDueDeletion(deps.db.query, userId)) === deletedAt
      ? { deletedAt: formatTime(deletedAt) }
      : null,

  account_deleted: async ({ hasOrders }) => ({ hasOrders }),
}

export const getLoader = <K extends QueuedName>(kind: K): Loaders[K] => LOADERS[kind]
