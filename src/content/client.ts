import * as v from 'valibot'
import type { Endpoint } from '#api/endpoint.ts'
import { getInit } from '#api/site.ts'
import { createClient } from '#client/create-client.ts'
import { ApiError } from '#client/errors.ts'
import { setVenueTimeZone } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { findAnswer } from './answers.ts'
import { writeQuestion } from './answers/questions.ts'
import { buildConfig } from './build-config.ts'
import { fetchKept } from './kept-connections.ts'

type Schema = v.GenericSchema<unknown, unknown>

const ATTEMPTS = 3

const callIn = (locale: Locale) =>
  createClient({
    baseUrl: buildConfig.adminApiUrl,
    server: 1,
    getLocale: () => locale,
    getToken: () => null,
    timeoutMs: 10_000,
    fetch: fetchKept,
  })
const CALLS = { 'zh-cn': callIn('zh-cn'), en: callIn('en') } as const satisfies Record<
  Locale,
  ReturnType<typeof callIn>
>

/**
 * Reads content at build time: each different question goes to the API once a build. Any failure
 * ends the build (a page without its content must not be published); lost connections are retried.
 */
export async function readContent<Q extends Schema, B extends Schema, D extends Schema>(
  endpoint: Pick<
    Endpoint<Schema, Q, B, D>,
    'method' | 'path' | 'params' | 'query' | 'body' | 'data'
  >,
  locale: Locale,
  query?: v.InferInput<Q>,
  body?: v.InferInput<B>,
): Promise<v.InferOutput<D>> {
  // Whatever is printed of an answer may hold dates, which are dates of the venue's zone.
  if (endpoint.path !== getInit.path) {
    setVenueTimeZone((await readContent(getInit, locale)).site.time_zone)
  }
  const question = writeQuestion({ ...endpoint, locale, query, body })
  // The question names the endpoint, so that its answer has the endpoint's data.
  return findAnswer(question, () => requestContent(endpoint, locale, { query, body })) as Promise<
    v.InferOutput<D>
  >
}

async function requestContent<Q extends Schema, B extends Schema, D extends Schema>(
  endpoint: Parameters<typeof readContent<Q, B, D>>[0],
  locale: Locale,
  { query, body }: { query: v.InferInput<Q> | undefined; body: v.InferInput<B> | undefined },
): Promise<v.InferOutput<D>> {
  const call = CALLS[locale]
  const asked = JSON.stringify({ ...(query as object), ...(body as object) })
  const question = `${endpoint.method} ${endpoint.path} ${asked} (${locale})`
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await call(endpoint, {
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
      })
      if (answer.status === 'ok') return answer.data
      throw new Error(`${question}: answered ${JSON.stringify(answer)}`)
    } catch (error) {
      if (v.isValiError(error)) {
        const issue = error.issues[0]
        throw new Error(`${question}: ${v.getDotPath(issue) ?? 'data'}: ${issue.message}`, {
          cause: error,
        })
      }
      if (error instanceof ApiError || attempt === ATTEMPTS) {
        throw new Error(`${question} failed`, { cause: error })
      }
    }
  }
}
