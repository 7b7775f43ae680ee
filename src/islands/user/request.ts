import { getMembership, listApplications, listSessions } from '#api/account.ts'
import { callApi } from '#stores/client.ts'
import type * as v from 'valibot'

// One function each, outside of components: they stay the same from call to call.

export const requestMembership = (signal: AbortSignal) => callApi(getMembership, { signal })
export const requestApplications = (signal: AbortSignal) => callApi(listApplications, { signal })
export const requestSessions = (signal: AbortSignal) => callApi(listSessions, { signal })

export type MembershipData = v.InferOutput<typeof getMembership.data>
