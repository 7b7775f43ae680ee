import { describeEndpoint } from '#api/descriptions.ts'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { LOCALES, type Locale } from '#api/language.ts'
import { checkAnswer, isUnknownCall } from './check-answer.ts'
import type { Outcome } from './check-answer.ts'
import { checkHtml } from './check-html.ts'
import { findChangeTimes, type ChangeTime } from './check-schedule.ts'
import { checkClock, checkSpans } from './check-times.ts'
import { checkLanguage, compareLanguages } from './check-texts.ts'
import type { Reply } from './create-caller.ts'
import type { ContractFault } from './describe-issue.ts'
import type { Finding, Severity } from './finding.ts'
import { findMedia } from './find-media.ts'
import type { Media } from './find-media.ts'
import { findReferences } from './find-references.ts'
import type { Reference } from './find-references.ts'
import { nameItem } from './name-item.ts'
import { OPTIONAL_CALLS, READ_ONLY_CALLS } from './read-only-calls.ts'
import { describeCall } from './api-call.ts'
import type { ApiCall } from './api-call.ts'

/** Stops after this many consecutive calls without a response. */
const MAX_SILENCE = 3
/** Stops after this many calls without any JSON response: this is no admin API. */
const MAX_NOT_JSON = 8

/** The walk was stopped; the message states why. */
export class WalkStopped extends Error {
  override name = 'WalkStopped'
}

/** Something found in a response, with the call that returned it. */
export type Found<Entry> = Entry & { call: ApiCall }

export interface WalkOptions {
  request(call: ApiCall): Promise<Reply>
  langs: readonly Locale[]
  token: string | null
  now(): number
  /** Whether every item is read, not a sample. */
  isWhole: boolean
}

/** Limits: details of a kind, further references, pages of a list. */
const SAMPLE = { details: 5, lookups: 10, pages: 5 } as const
const ALL = Number.POSITIVE_INFINITY
const WHOLE = { details: ALL, lookups: ALL, pages: ALL } as const

/** Creates the state of a walk over an API. */
export function createWalk({ request, langs, token, now, isWhole }: WalkOptions) {
  const findings: Finding[] = []
  const references: Found<Reference>[] = []
  const media: Found<Media>[] = []
  const changeTimes: ChangeTime[] = []
  const calledEndpoints = new Set<EndpointKey>()
  const absent = new Set<EndpointKey>()
  const count = { calls: 0, silent: 0, understood: 0 }

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
        call: describeCall(call),
        ...fault,
      })
    }
  }

  async function send(call: ApiCall): Promise<Reply> {
    // The first call already shows that there is no API at this address.
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
    const reply = await request(call)
    if (reply.kind === 'json') count.understood += 1
    count.silent = reply.kind === 'problem' && reply.isSilent ? count.silent + 1 : 0
    return reply
  }

  function collect(call: ApiCall, data: unknown): void {
    references.push(...findReferences(data).map((found) => ({ ...found, call })))
    media.push(...findMedia(data).map((found) => ({ ...found, call })))
    changeTimes.push(...findChangeTimes(data, now()))
    report(call, [...checkSpans(data), ...checkLanguage(data, call.lang)], 'difference', data)
    report(call, [...checkClock(data, now()), ...checkHtml(data)], 'warning')
  }

  /** Notes an optional call that the API does not implement. @returns whether it is one */
  function noteAbsent(call: ApiCall, reply: Reply): boolean {
    const isAddition = describeEndpoint(endpoints[call.key]).source === 'addition'
    const isOptional =
      OPTIONAL_CALLS.has(call.key) || (isAddition && !READ_ONLY_CALLS.has(call.key))
    if (!isOptional || !isUnknownCall(reply)) return false
    absent.add(call.key)
    const got = 'not implemented: docs/own-admin-api.md, section 4, says what is missing without it'
    report(call, [{ path: '', expected: 'an optional endpoint', got }], 'note')
    return true
  }

  /** Makes a call that must succeed. @returns the data, valid or not; undefined without any */
  async function read(call: ApiCall): Promise<unknown> {
    if (absent.has(call.key)) return undefined
    const reply = await send(call)
    if (noteAbsent(call, reply)) return undefined
    const { faults, data } = checkAnswer(call.key, 'success', reply)
    report(call, faults, 'difference', data)
    collect(call, data)
    return data
  }

  /** Makes a call in every language. @returns the data of the first */
  async function readAllLanguages(call: Omit<ApiCall, 'lang'>): Promise<unknown> {
    const answers: unknown[] = []
    for (const lang of langs) answers.push(await read({ ...call, lang }))
    const [first] = answers
    const [ownLang, ...otherLangs] = langs
    for (const [index, lang] of otherLangs.entries()) {
      const other = answers[index + 1]
      if (ownLang === undefined || first === undefined || other === undefined) continue
      report({ ...call, lang }, compareLanguages(first, other, [ownLang, lang]))
    }
    return first
  }

  /** Makes a call that must be refused. */
  async function expectRefusal(call: ApiCall, outcome: Outcome): Promise<void> {
    if (absent.has(call.key)) return
    const reply = await send(call)
    // Without the call there is nothing to protect.
    if (outcome !== 'refusal' && noteAbsent(call, reply)) return
    const { faults } = checkAnswer(call.key, outcome, reply)
    report(call, faults)
  }

  return {
    /** The language of calls that are made in only one language. */
    lang: langs[0] ?? LOCALES[0],
    token,
    findings,
    references,
    media,
    changeTimes,
    limits: isWhole ? WHOLE : SAMPLE,
    calledEndpoints,
    absent,
    count,
    report,
    read,
    readAllLanguages,
    expectRefusal,
  }
}
export type Walk = ReturnType<typeof createWalk>
