import { AsyncLocalStorage } from 'node:async_hooks'
import pLimit from 'p-limit'
import { findConcerned, findFurther, areKnown, type Change, type Hint } from './answers/concern.ts'
import { keepAnswer, markOf, type KeptAnswer } from './answers/kept-answer.ts'
import { pathOf } from './answers/questions.ts'
import { isDisjoint } from './answers/sets.ts'

// What the API has answered, what was worked out of it, and who asked. Pages are rendered in a bundle of
// their own, so that this is shared with the builder through `globalThis`.

interface Question {
  ask: () => Promise<unknown>
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

/** The answer to a question, asked once until `refreshAnswers`; a failed one is asked again. */
export async function findAnswer(question: string, ask: () => Promise<unknown>): Promise<unknown> {
  const { questions, reads, limit } = book()
  reads.getStore()?.add(question)
  const known = questions.get(question)
  if (known) return (await known.answer).read()
  const answer = limit(ask).then((data) => keepAnswer(data, pathOf(question)))
  questions.set(question, { ask, answer })
  answer.catch(() => questions.delete(question))
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

/** Runs what reads content, and tells which questions it asked. */
export async function recordReads<T>(
  run: () => Promise<T>,
): Promise<{ result: T; reads: Set<string> }> {
  const reads = new Set<string>()
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
  const limit = pLimit(atOnce)

  async function askAgain(question: string): Promise<void> {
    signal?.throwIfAborted()
    const before = answers.get(question)
    const ask = questions.get(question)?.ask
    if (!before || !ask) return
    const after = await ask().then(
      (data) => keepAnswer(data, pathOf(question)),
      (error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      },
    )
    if (after?.mark !== before.mark) changes.push({ question, before, after })
  }

  let todo = isAll ? new Set(questions.keys()) : findConcerned(answers, wanted)
  while (todo.size > 0) {
    for (const question of todo) asked.add(question)
    await Promise.all([...todo].map((question) => limit(() => askAgain(question))))
    todo = isAll ? new Set() : findFurther(answers, asked, changes)
  }
  signal?.throwIfAborted()
  if (changes.length === 0) return new Set()
  const state = book()
  state.round += 1
  state.changed = new Set()
  for (const { question, after } of changes) {
    const ask = questions.get(question)?.ask
    state.changed.add(question)
    // Whoever still wants what is gone is told so when asking again.
    if (after && ask) questions.set(question, { ask, answer: Promise.resolve(after) })
    else questions.delete(question)
  }
  for (const [key, one] of derived) await settle(key, one).catch(() => {})
  return state.changed
}

/** Forgets everything: whoever reads content requests it again. */
export function forgetAnswers(): void {
  const { questions, derived } = book()
  questions.clear()
  derived.clear()
}

/** Forgets what nobody reads any more. @param read what pages read themselves */
export function forgetUnread(read: Iterable<string>): void {
  const { questions, derived } = book()
  const inUse = new Set(read)
  // What is derived stands in the set before what it is made of: a set is walked to its end.
  for (const key of inUse) for (const inner of derived.get(key)?.reads ?? []) inUse.add(inner)
  for (const question of questions.keys()) if (!inUse.has(question)) questions.delete(question)
  for (const key of derived.keys()) if (!inUse.has(key)) derived.delete(key)
}
