import { inject } from 'vitest'
import { createClient, type CallResult } from '#client/create-client.ts'
import type { Locale } from '#i18n/locales.ts'

/** Creates a client of the API that the release was built from, for one language. */
export const createApiClient = (locale: Locale) =>
  createClient({
    baseUrl: inject('stack').api,
    server: 1,
    getLocale: () => locale,
    getToken: () => null,
    timeoutMs: 10_000,
  })

/** The data of a successful call. @throws Error if the call failed */
export function getData<Data>(result: CallResult<Data>): Data {
  if (result.status !== 'ok') throw new Error(`the API responded ${result.status}`)
  return result.data
}
