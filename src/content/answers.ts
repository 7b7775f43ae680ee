import { AsyncLocalStorage } from 'node:async_hooks'
import pLimit from 'p-limit'
import { findConcerned, findFurther, areKnown, type Change, type Hint } from './answers/concern.ts'
import { findContentFault, type ContentFault } from './answers/content-fault.ts'
import { keepAnswer, keepFault, markOf, type KeptAnswer } from './answers/kept-answer.ts'
import { pathOf } from './answers/questions.ts'
import { isDisjoint } from './answers/sets.ts'

// What the API has answered, what was worked out of it, and who asked. Pages are rendered in a bundle of
// their own, so that this is shared with the builder through `globalThis`.

/** What a question is asked with. */
export interface Asking {
  /** What was answered before; undefined the first time. */
  before: unknown
  /** Takes what of the answer was left out, or kept as it was before. */
  onFault: (fault: ContentFault) => void
}

/** @throws ContentFaultError when what the question is about is faulty as a whole */
type Ask = (asking: Asking) => Promise<unknown>

interface Question {
  ask: Ask
  answer: Promise<KeptAnswer>
}

/** Something worked out of answers: it changes only when what it comes to is something else. */
interface Derived {
  make: () => Promise<unknown>
  reads: ReadonlySet<string>
  mark: string
  /** The round in which it was last compared with what it is made of. */
  round: number
  value: Promise<unknown>
}

interface AnswerBook {
  questions: Map<string, Question>
  derived: Map<string, Derived>
  /** What is faulty in the answers of questions. */
  faults: Map<string, readonly ContentFault[]>
  /** Counts how often answers have changed. */
  round: number
  /** What has changed in this round: questions and what is derived from them. */
  changed: Set<string>
  /** The questions of what is being rendered. */
  reads: AsyncLocalStorage<Set<string>>
  limit: <T>(run: () => Promise<T>) => Promise<T>
}

/** An API is one process: more at once would only make its answers late. */
const ASK_AT_ONCE = 8
const BOOK = Symbol.for('entracte.answers')
const shared = globalThis as { [BOOK]?: AnswerBook }
const book = (): AnswerBook =>
  (shared[BOOK] ??= {
    questions: new Map(),
    derived: new Map(),
    faults: new Map(),
    round: 0,
    changed: new Set(),
    reads: new AsyncLocalStorage(),
    limit: pLimit(ASK_AT_ONCE),
  })

/** Whether the API says that there is no such item: an answer, too. */
function isNotFound(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 404
}

/** Asks a question; a faulty item is an answer, too. */
async function ask(question: string, request: Ask, before?: KeptAnswer): Promise<KeptAnswer> {
  const faults: ContentFault[] = []
  try {
    const data = await request({
      before: before?.isMissing ? undefined : before?.read(),
      onFault: (fault) => faults.push(fault),
    })
    return keepAnswer(data, pathOf(question), faults)
  } catch (error) {
    const fault = findContentFault(error)
    if (!fault) throw error
    return keepFault(question, { error, fault }, before)
  }
}

function noteFaults(question: string, { faults }: KeptAnswer): void {
  if (faults.length > 0) book().faults.set(question, faults)
  else book().faults.delete(question)
}

/**
 * The answer to a question, asked once until `refreshAnswers`; a failed one is asked again.
 * @throws ContentFaultError when what the question is about is faulty
 */
export async function findAnswer(question: string, request: Ask): Promise<unknown> {
  const { questions, reads, limit } = book()
  reads.getStore()?.add(question)
  const known = questions.get(question)
  if (known) return (await known.answer).read()
  const answer = limit(() => ask(question, request))
  questions.set(question, { ask: request, answer })
  void answer.then(
    (kept) => noteFaults(question, kept),
    () => questions.delete(question),
  )
  return (await answer).read()
}

/**
 * What is worked out of answers, once until one of these changes. Who reads it is concerned by a change
 * only when it comes to something else: a page that shows where an item stands in a list of thousands
 * does not depend on the titles of all the others.
 * @param name tells it from everything else that is derived
 * @param make reads answers and gives data of JSON
 */
export function derive<T>(name: string, make: () => Promise<T>): Promise<T> {
  const { derived, reads, round } = book()
  const key = `derived ${name}`
  reads.getStore()?.add(key)
  const known = derived.get(key)
  const value = known ? settle(key, known) : begin(key, { make, round })
  // The name tells what is made, and with it the type.
  return value as Promise<T>
}

function begin(key: string, { make, round }: Pick<Derived, 'make' | 'round'>): Promise<unknown> {
  const { derived } = book()
  const made = recordReads(make)
  const one: Derived = {
    make,
    round,
    reads: new Set(),
    mark: '',
    value: made.then(({ result }) => result),
  }
  derived.set(key, one)
  one.value.catch(() => derived.delete(key))
  void made.then(
    ({ result, reads }) => Object.assign(one, { reads, mark: markOf(result) }),
    () => {},
  )
  return one.value
}

/** Brings something derived up to date: what it is made of first. */
function settle(key: string, one: Derived): Promise<unknown> {
  const { round } = book()
  if (one.round === round) return one.value
  const before = one.value
  one.round = round
  one.value = remake(key, one, before)
  one.value.catch(() => {})
  return one.value
}

async function remake(key: string, one: Derived, before: Promise<unknown>): Promise<unknown> {
  const { derived, changed } = book()
  try {
    for (const read of one.reads) {
      const inner = derived.get(read)
      // What cannot be made any more counts as changed; who still needs it is told so.
      if (inner) await settle(read, inner).catch(() => {})
    }
    if (isDisjoint(one.reads, changed)) return await before
    const { result, reads } = await recordReads(one.make)
    const mark = markOf(result)
    if (mark !== one.mark) changed.add(key)
    Object.assign(one, { reads, mark })
    return result
  } catch (error) {
    changed.add(key)
    derived.delete(key)
    throw error
  }
}

/**
 * Runs what reads content, and tells which questions it asked.
 * @param reads takes them as they are asked, also where running fails
 */
export async function recordReads<T>(
  run: () => Promise<T>,
  reads = new Set<string>(),
): Promise<{ result: T; reads: Set<string> }> {
  return { result: await book().reads.run(reads, run), reads }
}

/** What to ask again: everything, or what the changes that the API tells of can concern. */
export type Wanted = 'all' | readonly Hint[]

export interface RefreshOptions {
  wanted: Wanted
  /** How many questions to ask at once. */
  atOnce?: number
  /** Nothing changes when it is aborted in time. */
  signal?: AbortSignal | undefined
}

/**
 * Asks again what pages are made of; only when all has been answered the answers change.
 * @returns what has changed, also of what is derived
 */
export async function refreshAnswers(options: RefreshOptions): Promise<ReadonlySet<string>> {
  const { wanted, signal, atOnce = ASK_AT_ONCE } = options
  const { questions, derived } = book()
  const answers = new Map<string, KeptAnswer>()
  for (const [question, { answer }] of questions) answers.set(question, await answer)
  const isAll = wanted === 'all' || !areKnown(wanted)
  const asked = new Set<string>()
  const changes: (Change & { after: KeptAnswer | null })[] = []
  /** What has not changed but for its faults. */
  const faulty = new Map<string, KeptAnswer>()
  const limit = pLimit(atOnce)

  async function askAgain(question: string): Promise<void> {
    signal?.throwIfAborted()
    const before = answers.get(question)
    const known = questions.get(question)
    if (!before || !known) return
    const after = await ask(question, known.ask, before).catch((error: unknown) => {
      if (isNotFound(error)) return null
      throw error
    })
    if (after?.mark !== before.mark) changes.push({ question, before, after })
    else if (after.faults.length > 0 || before.faults.length > 0) faulty.set(question, after)
  }

  let todo = isAll ? new Set(questions.keys()) : findConcerned(answers, wanted)
  while (todo.size > 0) {
    for (const question of todo) asked.add(question)
    await Promise.all([...todo].map((question) => limit(() => askAgain(question))))
    todo = isAll ? new Set() : findFurther(answers, asked, changes)
  }
  signal?.throwIfAborted()
  for (const [question, answer] of faulty) keep(question, answer)
  if (changes.length === 0) return new Set()
  const state = book()
  state.round += 1
  state.changed = new Set()
  for (const { question, after } of changes) {
    state.changed.add(question)
    // Whoever still wants what is gone is told so when asking again.
    if (after) keep(question, after)
    else questions.delete(question)
  }
  for (const [key, one] of derived) await settle(key, one).catch(() => {})
  return state.changed
}

function keep(question: string, answer: KeptAnswer): void {
  const { questions } = book()
  const known = questions.get(question)
  if (known) questions.set(question, { ...known, answer: Promise.resolve(answer) })
  noteFaults(question, answer)
}

/** What is faulty in the answers that pages are made of. @param read what pages read themselves */
export function listFaults(read: Iterable<string>): ContentFault[] {
  const { faults } = book()
  if (faults.size === 0) return []
  const inUse = withDerived(read)
  return [...faults].flatMap(([question, own]) => (inUse.has(question) ? own : []))
}

/** What is read, and what that is derived from. */
function withDerived(read: Iterable<string>): Set<string> {
  const { derived } = book()
  const inUse = new Set(read)
  // What is derived stands in the set before what it is made of: a set is walked to its end.
  for (const key of inUse) for (const inner of derived.get(key)?.reads ?? []) inUse.add(inner)
  return inUse
}

/** Forgets everything: whoever reads content requests it again. */
export function forgetAnswers(): void {
  const { questions, derived, faults } = book()
  questions.clear()
  derived.clear()
  faults.clear()
}

/** Forgets what nobody reads any more. @param read what pages read themselves */
export function forgetUnread(read: Iterable<string>): void {
  const { questions, derived, faults } = book()
  const inUse = withDerived(read)
  for (const question of questions.keys()) if (!inUse.has(question)) questions.delete(question)
  for (const question of faults.keys()) if (!inUse.has(question)) faults.delete(question)
  for (const key of derived.keys()) if (!inUse.has(key)) derived.delete(key)
}
