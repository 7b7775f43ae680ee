import { getMembership } from '#api/account.ts'
import { callApi } from '#stores/client.ts'

export const requestMembership = (signal: AbortSignal) => callApi(getMembership, { signal })
