import type * as v from 'valibot'
import { listApplications, listSessions } from '#api/account.ts'
import { getDeletion } from '#api/personal-data.ts'
import { callApi } from '#stores/client.ts'

// Defined outside of components so that their identity is stable.

export const requestApplications = (signal: AbortSignal) => callApi(listApplications, { signal })
export const requestSessions = (signal: AbortSignal) => callApi(listSessions, { signal })
export const requestDeletion = (signal: AbortSignal) => callApi(getDeletion, { signal })

export type ListedApplications = v.InferOutput<(typeof listApplications)['data']>
