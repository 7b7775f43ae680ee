import * as v from 'valibot'
import { TOO_MANY_CALLS } from '#api/codes.ts'
import type { Endpoint } from '#api/endpoint.ts'
import { getInit } from '#api/site.ts'
import { createClient } from '#client/create-client.ts'
import { ApiError, TimeoutError } from '#client/errors.ts'
import { setVenueTimeZone } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { findAnswer, type Asking } from './answers.ts'
import {
  ContentFaultError,
  ContentUnavailableError,
  findContentFault,
  isContentUnavailable,
  type ContentFault,
} from './answers/content-fault.ts'
import { kindOfCall } from './answers/facts.ts'
import { leaveOutFaulty } from './answers/leave-out.ts'
import { aboutOf, writeQuestion } from './answers/questions.ts'
import { buildConfig } from './build-config.ts'
import { fetchKept } from './kept-connections.ts'

type Schema = v.GenericSchema<unknown, unknown>

const ATTEMPTS = 3
const TIMEOUT_MS = 10_000

const callIn = (locale: Locale) =>
  createClient({
    baseUrl: buildConfig.adminApiUrl,
    server: 1,
    getLocale: () => locale,
    getToken: () => null,
    timeoutMs: TIMEOUT_MS,
    fetch: fetchKept,
  })
const CALLS = { 'zh-cn': callIn('zh-cn'), en: callIn('en') } as const satisfies Record<
  Locale,
  ReturnType<typeof callIn>
>

/** Pages of their own, which may be faulty as an item may; every other answer the whole site needs. */
const SINGLE_PAGES = new Set([
  '/api/index/about',
  '/api/index/business',
  '/api/index/banner',
  '/api/index/calendar',
  '/api/search/recommend',
])

/** Items that get no answer one after another mean that the API is down, not that these are faulty. */
const MAX_UNREACHABLE = 8
let unreachable = 0

/**
 * Reads content at build time: each different question goes to the API once a build. Lost connections
 * are retried. Faulty items of a list are as they were before, or are left out.
 * @throws ContentFaultError when the item, or the page, that was requested is faulty
 * @throws ContentUnavailableError for an answer without which no site can be made
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
  return findAnswer(question, (asking) =>
    requestContent(endpoint, locale, { query, body }, { question, ...asking }),
  ) as Promise<v.InferOutput<D>>
}

async function requestContent<Q extends Schema, B extends Schema, D extends Schema>(
  endpoint: Parameters<typeof readContent<Q, B, D>>[0],
  locale: Locale,
  { query, body }: { query: v.InferInput<Q> | undefined; body: v.InferInput<B> | undefined },
  { question, before, onFault }: Asking & { question: string },
): Promise<v.InferOutput<D>> {
  const { path } = endpoint
  const id = aboutOf(question)
  const kind = kindOfCall(path)
  const isItem = id !== null && kind !== null
  const given = JSON.stringify({ ...(query as object), ...(body as object) })
  const call = `${endpoint.method} ${path} ${given} (${locale})`

  function fail(reason: string, { field = null, effect = 'left-out', cause }: Failure): Error {
    if (isItem || SINGLE_PAGES.has(path)) {
      const subject = isItem ? `${kind} ${id}` : path
      const fault = { subject, kind: isItem ? kind : null, locale, field, reason, effect }
      const text = [call, field, reason].filter((part) => part !== null).join(': ')
      return new ContentFaultError(fault, { cause: new Error(text, { cause }) })
    }
    const text =
      field === null
        ? `${call} failed`
        : `${call}: ${field}: ${reason} (no site can be made without this answer)`
    return new ContentUnavailableError(text, { cause })
  }

  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await CALLS[locale](endpoint, {
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
      })
      unreachable = 0
      if (answer.status === 'ok') return answer.data
      if (answer.status === 'refused' && answer.code === TOO_MANY_CALLS) {
        throw new ApiError(answer.code, answer.msg)
      }
      const cause = new Error(`answered ${JSON.stringify(answer)}`)
      throw fail(cause.message, { cause })
    } catch (cause) {
      if (findContentFault(cause) || isContentUnavailable(cause)) throw cause
      if (v.isValiError(cause)) {
        unreachable = 0
        const place = { path, locale, isAboutItem: isItem, before }
        const [issue] = cause.issues
        const mended = leaveOutFaulty(endpoint.data, readPayload(issue), place)
        for (const fault of mended?.faults ?? []) onFault(fault)
        if (mended) return mended.data
        throw fail(issue.message, { field: v.getDotPath(issue) ?? 'data', cause })
      }
      if (cause instanceof ApiError && !isOverloaded(cause)) {
        unreachable = 0
        const effect = cause.code === 404 ? 'gone' : 'left-out'
        throw fail(`the API answers ${cause.code} (${cause.message})`, { effect, cause })
      }
      if (attempt < attemptsFor(cause, before)) continue
      unreachable += 1
      if (unreachable >= MAX_UNREACHABLE) {
        throw new ContentUnavailableError(`${call} failed`, { cause })
      }
      throw fail(describeSilence(cause), { cause })
    }
  }
}

interface Failure {
  field?: string | null
  effect?: ContentFault['effect']
  cause?: unknown
}

/** The data that did not fit its schema. */
const readPayload = (issue: v.BaseIssue<unknown>): unknown => issue.path?.[0]?.input ?? issue.input

/** Answers of an API that has too much to do: nothing is wrong with the item. */
const isOverloaded = ({ code }: ApiError): boolean => code === TOO_MANY_CALLS || code === 503

/** An item that was answered before is not waited for twice: edits of others wait behind it. */
function attemptsFor(error: unknown, before: unknown): number {
  if (!(error instanceof TimeoutError)) return ATTEMPTS
  return before === undefined ? 2 : 1
}

function describeSilence(error: unknown): string {
  if (error instanceof TimeoutError) return `no answer within ${TIMEOUT_MS / 1000} s`
  return error instanceof ApiError
    ? `the API answers ${error.code} (${error.message})`
    : 'the connection was lost'
}
