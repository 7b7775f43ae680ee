import type * as v from 'valibot'
import { listApplications, listSessions } from '#api/account.ts'
import { getMessageSettings, listMessages } from '#api/messages.ts'
import { MAX_PAGE_SIZE } from '#api/paging.ts'
import { getDeletion } from '#api/personal-data.ts'
import { callApi } from '#stores/client.ts'

// Defined outside of components so that their identity is stable.

/** How many messages the account page shows at first. */
const MESSAGES_SHOWN = 5

export const requestApplications = (signal: AbortSignal) => callApi(listApplications, { signal })
export const requestSessions = (signal: AbortSignal) => callApi(listSessions, { signal })
export const requestDeletion = (signal: AbortSignal) => callApi(getDeletion, { signal })
/** Requests the newest messages: the first ones, or as many as are listed. */
export function requestMessages(signal: AbortSignal, listed?: ListedMessages) {
  const size = Math.min(MAX_PAGE_SIZE, Math.max(MESSAGES_SHOWN, listed?.items.length ?? 0))
  return callApi(listMessages, { body: { page: 1, size }, signal })
}
export const requestMessageSettings = (signal: AbortSignal) =>
  callApi(getMessageSettings, { signal })

export type ListedApplications = v.InferOutput<typeof listApplications.data>
export type ListedMessages = v.InferOutput<typeof listMessages.data>
