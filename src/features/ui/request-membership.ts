import type * as v from 'valibot'
import { getMembership } from '#api/membership.ts'
import { callApi } from '#stores/client.ts'

/** Requests the member's own membership with the balance and the available packages. */
export const requestMembership = (signal: AbortSignal) => callApi(getMembership, { signal })

export type MembershipData = v.InferOutput<typeof getMembership.data>
