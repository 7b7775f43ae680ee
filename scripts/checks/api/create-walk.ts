import pLimit from 'p-limit'
import { describeEndpoint } from '#api/descriptions.ts'
import { endpoints, type EndpointKey } from '#api/index.ts'
import { LOCALES, type Locale } from '#api/language.ts'
import { checkResponse, isUnknownCall, type CheckOutcome } from './check-response.ts'
import { checkClock, checkHtml, checkSpans } from './check-data.ts'
import { findChangeTimes, type ChangeTime } from './check-schedule.ts'
import { checkInitLanguage, checkLanguage, compareLanguages } from './check-texts.ts'
import type { CallResponse } from './create-caller.ts'
import type { ContractFault } from './describe-issue.ts'
import { showValue, type Finding, type Severity } from './finding.ts'
import { findMedia, type Media } from './find-media.ts'
import { findReferences, nameItem, type ItemReference } from './find-references.ts'
import { readFirst } from './json.ts'
import { OPTIONAL_CALLS, READ_ONLY_CALLS } from './read-only-calls.ts'
import { describeCall, type ApiCall, type CompleteCall } from './api-call.ts'

/** Concurrent calls; low, because the API may be in production. */
const AT_ONCE = 4
/** Stops after this many consecutive calls without a response. */
const MAX_SILENCE = 3
/** Stops after this many calls without a JSON response, because this is not an admin API. */
const MAX_NOT_JSON = 8

/** The walk was stopped; the message states why. */
export class WalkStopped extends Error {
  override name = 'WalkStopped'
}

/** An entry found in a response, with the call that returned it. */
export type Found<Entry> = Entry & { call: ApiCall }

export interface WalkOptions {
  request(call: CompleteCall): Promise<CallResponse>
  langs: readonly Locale[]
  /** Whether every item is read instead of a sample. */
  isWhole: boolean
}

/** Limits per kind or list: details, further references, pages. */
const SAMPLE = { details: 5, lookups: 10, pages: 5 } as const
const ALL = Number.POSITIVE_INFINITY
const WHOLE = { details: ALL, lookups: ALL, pages: ALL } as const

/** Creates the state of a walk over an API. */
export function createWalk({ request, langs, isWhole }: WalkOptions) {
  const findings: Finding[] = []
  const references: Found<ItemReference>[] = []
  const media: Found<Media>[] = []
  const changeTimes: ChangeTime[] = []
  const calledEndpoints = new Set<EndpointKey>()
  const absent = new Set<EndpointKey>()
  const count = { calls: 0, silent: 0, understood: 0 }

  const complete = (call: ApiCall): CompleteCall => ({ lang: langs[0] ?? LOCALES[0], ...call })

  function report(
    call: ApiCall,
    faults: ContractFault[],
    severity: Severity = 'difference',
    data?: unknown,
  ): void {
    for (const fault of faults) {
      findings.push({
        severity,
        item: nameItem(call, fault.path, data),
        endpoint: call.key,
        call: describeCall(complete(call)),
        ...fault,
      })
    }
  }

  async function send(call: ApiCall): Promise<CallResponse> {
    // If the first call gets no response, there is no API at this address.
    if (count.silent > 0 && count.understood === 0) {
      throw new WalkStopped('the API did not respond to the first call')
    }
    if (count.silent >= MAX_SILENCE) {
      throw new WalkStopped('the API did not respond to several calls in a row')
    }
    if (count.calls >= MAX_NOT_JSON && count.understood === 0) {
      throw new WalkStopped('no response was JSON; is this the address of an admin API?')
    }
    count.calls += 1
    calledEndpoints.add(call.key)
    const response = await request(complete(call))
    if (response.kind === 'json') count.understood += 1
    count.silent = response.kind === 'problem' && response.isSilent ? count.silent + 1 : 0
    return response
  }

  function collect(call: ApiCall, data: unknown): void {
    references.push(...findReferences(data).map((found) => ({ ...found, call })))
    media.push(...findMedia(data).map((found) => ({ ...found, call })))
    changeTimes.push(...findChangeTimes(data, Date.now()))
    const { lang } = complete(call)
    report(call, [...checkSpans(data), ...checkLanguage(data, lang)], 'difference', data)
    if (call.key === 'GET /api/index/init') report(call, checkInitLanguage(data, lang))
    report(call, [...checkClock(data, Date.now()), ...checkHtml(data)], 'warning')
  }

  /** Records an optional call that the API does not implement. @returns whether it was recorded */
  function recordIfAbsent(call: ApiCall, response: CallResponse): boolean {
    const isAddition = describeEndpoint(endpoints[call.key]).source === 'addition'
    const isOptional =
      OPTIONAL_CALLS.has(call.key) || (isAddition && !READ_ONLY_CALLS.has(call.key))
    if (!isOptional || !isUnknownCall(response)) return false
    absent.add(call.key)
    const got =
      'not implemented: docs/own-admin-api.md, section 4, lists what is missing without it'
    report(call, [{ path: '', expected: 'an optional endpoint', got }], 'note')
    return true
  }

  /** Sends a call that must succeed. @returns the data, valid or not; undefined if there is none */
  async function read(call: ApiCall): Promise<unknown> {
    if (absent.has(call.key)) return undefined
    const response = await send(call)
    if (recordIfAbsent(call, response)) return undefined
    const { faults, data } = checkResponse(call.key, 'success', response)
    report(call, faults, 'difference', data)
    collect(call, data)
    return data
  }

  /** Sends a call in every language. @returns the data in the first language */
  async function readAllLanguages(call: Omit<ApiCall, 'lang'>): Promise<unknown> {
    const results: unknown[] = []
    for (const lang of langs) results.push(await read({ ...call, lang }))
    const [first] = results
    const [ownLang, ...otherLangs] = langs
    for (const [index, lang] of otherLangs.entries()) {
      const other = results[index + 1]
      if (ownLang === undefined || first === undefined || other === undefined) continue
      const faults = compareLanguages(first, other, [ownLang, lang])
      // Members' data do not show whether their items have texts in both languages.
      report({ ...call, lang }, faults, call.token ? 'warning' : 'difference')
    }
    return first
  }

  /** Reports data that are not those of the requested item or month. */
  function checkEcho(
    call: ApiCall,
    data: unknown,
    field: string,
    requested: string | number,
  ): void {
    const got = readFirst(data, field)
    if (data === undefined || got === requested) return
    const expected = `${requested}, as requested`
    report(call, [{ path: `data.${field}`, expected, got: showValue(got) }])
  }

  /** Sends a call that must be refused. */
  async function expectRefusal(call: ApiCall, outcome: CheckOutcome): Promise<void> {
    if (absent.has(call.key)) return
    const response = await send(call)
    // An endpoint that is not implemented needs no protection.
    if (outcome !== 'refusal' && recordIfAbsent(call, response)) return
    const { faults } = checkResponse(call.key, outcome, response)
    report(call, faults)
  }

  return {
    findings,
    references,
    media,
    changeTimes,
    limits: isWhole ? WHOLE : SAMPLE,
    /** Runs a function for each item, several at once. */
    forEach: <Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>) =>
      pLimit(AT_ONCE).map(items, run),
    calledEndpoints,
    absent,
    count,
    report,
    read,
    readAllLanguages,
    checkEcho,
    expectRefusal,
  }
}
export type Walk = ReturnType<typeof createWalk>
