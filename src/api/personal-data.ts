import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CountSchema, FenSchema, LineSchema, TimeSchema } from './primitives.ts'

/** What keeps an account from being deleted: unpaid orders, paid visits to come, refunds under way. */
const DeletionBlockerSchema = v.object({
  kind: v.picklist(['unpaid_orders', 'visits', 'refunds']),
  count: CountSchema,
})
export type DeletionBlocker = v.InferOutput<typeof DeletionBlockerSchema>

/** What lapses with the account. */
const DeletionLossesSchema = v.object({
  balance_fen: FenSchema,
  class_hours: CountSchema,
  membership_until: v.nullable(TimeSchema),
})
export type DeletionLosses = v.InferOutput<typeof DeletionLossesSchema>

export const exportData = defineEndpoint({
  method: 'POST',
  path: '/api/account/export',
  login: 'required',
  data: v.object({
    url: v.pipe(LineSchema, v.description('Address of a ZIP file on the same origin')),
    expires_at: TimeSchema,
  }),
})

export const getDeletion = defineEndpoint({
  method: 'GET',
  path: '/api/account/deletion',
  login: 'required',
  data: v.object({
    blockers: v.array(DeletionBlockerSchema),
    losses: DeletionLossesSchema,
    cooling_off_days: v.pipe(
      CountSchema,
      v.description('Days in which a login cancels a deletion'),
    ),
    cancelled_at: v.pipe(
      v.nullable(TimeSchema),
      v.description('When a login cancelled a deletion that would not be due yet'),
    ),
    server_time: TimeSchema,
  }),
})
export type Deletion = v.InferOutput<(typeof getDeletion)['data']>

export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/delete',
  login: 'required',
  data: v.object({ due_at: TimeSchema }),
})
