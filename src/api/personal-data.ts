import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CountSchema, FenSchema, LineSchema, TimeSchema } from './primitives.ts'

/** Reasons that block the deletion of an account: unpaid orders, upcoming paid visits, pending refunds. */
const DeletionBlockerSchema = v.object({
  kind: v.picklist(['unpaid_orders', 'visits', 'refunds']),
  count: CountSchema,
})
export type DeletionBlocker = v.InferOutput<typeof DeletionBlockerSchema>

/** Balance and entitlements that are lost with the account. */
const DeletionLossesSchema = v.object({
  balance_fen: FenSchema,
  class_hours: CountSchema,
  membership_until: v.nullable(TimeSchema),
})
export type DeletionLosses = v.InferOutput<typeof DeletionLossesSchema>

export const exportData = defineEndpoint('POST', '/api/account/export', {
  login: 'required',
  data: v.object({
    url: v.pipe(LineSchema, v.description('Address of a ZIP file on the same origin')),
    expires_at: TimeSchema,
  }),
})

export const getDeletion = defineEndpoint('GET', '/api/account/deletion', {
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
      v.description('When a login cancelled a deletion, until its due time'),
    ),
    server_time: TimeSchema,
  }),
})
export type Deletion = v.InferOutput<(typeof getDeletion)['data']>

export const deleteAccount = defineEndpoint('POST', '/api/account/delete', {
  login: 'required',
  data: v.object({ due_at: TimeSchema }),
})
