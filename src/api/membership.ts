import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import {
  CountSchema,
  FenSchema,
  IdSchema,
  LineSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'

export const MemberPackageSchema = v.object({
  id: IdSchema,
  name: LineSchema,
  summary: TextSchema,
  benefits: v.array(LineSchema),
  months: CountSchema,
  price_fen: FenSchema,
})
export type MemberPackage = v.InferOutput<typeof MemberPackageSchema>

export const MembershipSchema = v.variant('status', [
  v.object({ status: v.literal('none') }),
  v.object({ status: v.literal('active'), from: TimeSchema, until: TimeSchema }),
  v.object({ status: v.literal('expired'), from: TimeSchema, until: TimeSchema }),
])

export const getMembership = defineEndpoint('POST', '/api/account/member', {
  login: 'required',
  data: v.object({
    membership: MembershipSchema,
    balance_fen: FenSchema,
    class_hours: v.array(
      v.object({
        package: LineSchema,
        hours_left: CountSchema,
        expires_at: v.nullable(TimeSchema),
      }),
    ),
    packages: v.array(MemberPackageSchema),
    server_time: TimeSchema,
  }),
})
