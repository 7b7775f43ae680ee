import { inject } from 'vitest'
import { createClient, type CallResult } from '#client/create-client.ts'
import type { Locale } from '#i18n/locales.ts'

/** A client of the API that the release was built from, in the language of its pages. */
export const connect = (locale: Locale) =>
  createClient({
    baseUrl: inject('stack').api,
    server: 1,
    getLocale: () => locale,
    getToken: () => null,
    timeoutMs: 10_000,
  })

/** @throws Error when the call was not successful */
export function dataOf<Data>(result: CallResult<Data>): Data {
  if (result.status !== 'ok') throw new Error(`the API responded ${result.status}`)
  return result.data
}
