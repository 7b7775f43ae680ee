import { describeEndpoint } from '#api/descriptions.ts'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import { checkAnswer, isUnknownCall } from './check-answer.ts'
import type { Wish } from './check-answer.ts'
import { checkHtml } from './check-html.ts'
import { findTurns, type Turn } from './check-schedule.ts'
import { checkClock, checkSpans } from './check-times.ts'
import { checkLanguage, compareLanguages } from './check-texts.ts'
import type { Reply } from './create-asker.ts'
import type { Fault } from './describe-issue.ts'
import type { Finding, Severity } from './finding.ts'
import { findMedia } from './find-media.ts'
import type { Media } from './find-media.ts'
import { findReferences } from './find-references.ts'
import type { Reference } from './find-references.ts'
import { nameItem } from './name-item.ts'
import { describeQuestion } from './question.ts'
import type { Question } from './question.ts'

/** With so many calls in a row unanswered, the rest would be too. */
const MAX_SILENCE = 3
/** With so many calls answered, and none of them in JSON, this is no admin API. */
const MAX_STRANGE = 8

/** The walk cannot go on; the message says why. */
export class WalkStopped extends Error {
  override name = 'WalkStopped'
}

/** What an answer named, and which answer that was. */
export type Named<Thing> = Thing & { question: Question }

export interface WalkOptions {
  ask(question: Question): Promise<Reply>
  langs: readonly Locale[]
  token: string | null
  now(): number
  /** Whether every item is read, not a sample. */
  isWhole: boolean
}

/** How much is read: details of a kind, references beyond them, pages of a list. */
const SAMPLE = { details: 5, lookups: 10, pages: 5 } as const
const ALL = Number.POSITIVE_INFINITY
const WHOLE = { details: ALL, lookups: ALL, pages: ALL } as const

/** Keeps what a walk over an API learned so far. */
export function createWalk({ ask, langs, token, now, isWhole }: WalkOptions) {
  const findings: Finding[] = []
  const references: Named<Reference>[] = []
  const media: Named<Media>[] = []
  const turns: Turn[] = []
  const asked = new Set<EndpointKey>()
  const absent = new Set<EndpointKey>()
  const count = { calls: 0, silent: 0, understood: 0 }

  function report(
    question: Question,
    faults: Fault[],
    severity: Severity = 'departure',
    data?: unknown,
  ): void {
    for (const fault of faults) {
      findings.push({
        severity,
        item: nameItem(question, fault.path, data),
        endpoint: question.key,
        question: describeQuestion(question),
        ...fault,
      })
    }
  }

  async function send(question: Question): Promise<Reply> {
    // Its first call already tells that there is no API at this address.
    if (count.silent > 0 && count.understood === 0) {
      throw new WalkStopped('the API did not answer the first call')
    }
    if (count.silent >= MAX_SILENCE) {
      throw new WalkStopped('the API did not answer several calls in a row')
    }
    if (count.calls >= MAX_STRANGE && count.understood === 0) {
      throw new WalkStopped('no call was answered in JSON; is this the address of an admin API?')
    }
    count.calls += 1
    asked.add(question.key)
    const reply = await ask(question)
    if (reply.kind === 'json') count.understood += 1
    count.silent = reply.kind === 'problem' && reply.isSilent ? count.silent + 1 : 0
    return reply
  }

  function learn(question: Question, data: unknown): void {
    references.push(...findReferences(data).map((found) => ({ ...found, question })))
    media.push(...findMedia(data).map((found) => ({ ...found, question })))
    turns.push(...findTurns(data, now()))
    report(
      question,
      [...checkSpans(data), ...checkLanguage(data, question.lang)],
      'departure',
      data,
    )
    report(question, [...checkClock(data, now()), ...checkHtml(data)], 'warning')
  }

  /** Asks what must succeed. @returns the data, right or not; undefined without any */
  async function read(question: Question): Promise<unknown> {
    if (absent.has(question.key)) return undefined
    const reply = await send(question)
    if (describeEndpoint(endpoints[question.key]).source === 'addition' && isUnknownCall(reply)) {
      absent.add(question.key)
      const expected = 'a call of ours that an API may lack'
      report(question, [{ path: '', expected, got: 'not there: what needs it is hidden' }], 'note')
      return undefined
    }
    const { faults, data } = checkAnswer(question.key, 'success', reply)
    report(question, faults, 'departure', data)
    learn(question, data)
    return data
  }

  /** Asks in every language. @returns the data of the first */
  async function readAllLanguages(question: Omit<Question, 'lang'>): Promise<unknown> {
    const answers: unknown[] = []
    for (const lang of langs) answers.push(await read({ ...question, lang }))
    const [first, second] = answers
    const [, other] = langs
    if (other !== undefined && first !== undefined && second !== undefined) {
      report({ ...question, lang: other }, compareLanguages(first, second))
    }
    return first
  }

  /** Asks what must be refused. */
  async function expectRefusal(question: Question, wish: Wish): Promise<void> {
    if (absent.has(question.key)) return
    const { faults } = checkAnswer(question.key, wish, await send(question))
    report(question, faults)
  }

  return {
    /** The language of questions for which one is enough. */
    lang: langs[0] ?? 'zh-cn',
    token,
    findings,
    references,
    media,
    turns,
    limits: isWhole ? WHOLE : SAMPLE,
    asked,
    absent,
    count,
    report,
    read,
    readAllLanguages,
    expectRefusal,
  }
}
export type Walk = ReturnType<typeof createWalk>
