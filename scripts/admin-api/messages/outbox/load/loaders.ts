import { findMembershipEnd } from '../../../orders/members.ts'
import { readDueDeletion } from '../../../personal-data/deletion-state.ts'
import { formatTime } from '../../../venue-time.ts'
import type { QueuedName } from '../../message-data.ts'
import { APPLICATION_LOADERS } from './applications.ts'
import type { LoadContext, Loaders } from './load-context.ts'
import { ORDER_LOADERS } from './orders.ts'

const loadContactChange = async ({ changedAt }: { changedAt: number }) => ({
  changedAt: formatTime(changedAt),
})

/** The label of a sign-in provider; the name alone of one that was switched off in the meantime. */
const getProviderLabel = (provider: string, { deps, lang }: LoadContext): string =>
  deps.signIn.find(provider)?.label[lang] ?? provider

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

  sign_in_bound: async ({ provider, boundAt }, context) => ({
    provider: getProviderLabel(provider, context),
    boundAt: formatTime(boundAt),
  }),

  sign_in_unbound: async ({ provider, unboundAt }, context) => ({
    provider: getProviderLabel(provider, context),
    unboundAt: formatTime(unboundAt),
  }),

  /** Null if a login has cancelled the deletion in the meantime. */
  account_deletion_announced: async ({ deletedAt }, { deps, userId }) =>
    (await readDueDeletion(deps.db.query, userId)) === deletedAt
      ? { deletedAt: formatTime(deletedAt) }
      : null,

  account_deleted: async ({ hasOrders }) => ({ hasOrders }),
}

export const getLoader = <K extends QueuedName>(kind: K): Loaders[K] => LOADERS[kind]
