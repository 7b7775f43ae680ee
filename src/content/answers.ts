import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'

// What the API has answered, and who asked. Pages are rendered in a bundle of their own, so that this
// is shared with the builder through `globalThis`.

interface Question {
  ask: () => Promise<unknown>
  answer: Promise<unknown>
}

interface AnswerBook {
  questions: Map<string, Question>
  /** The questions of what is being rendered. */
  reads: AsyncLocalStorage<Set<string>>
}

const BOOK = Symbol.for('entracte.answers')
const shared = globalThis as { [BOOK]?: AnswerBook }
const book = (): AnswerBook =>
  (shared[BOOK] ??= { questions: new Map(), reads: new AsyncLocalStorage() })

const ASK_AT_ONCE = 8
const GONE = Symbol('gone')

/** Whether the API says that there is no such item: an answer, too. */
function isNotFound(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 404
}

/** The answer to a question, asked once until `refreshAnswers`; a failed one is asked again. */
export function findAnswer(question: string, ask: () => Promise<unknown>): Promise<unknown> {
  const { questions, reads } = book()
  reads.getStore()?.add(question)
  const known = questions.get(question)
  if (known) return known.answer
  const answer = ask()
  questions.set(question, { ask, answer })
  answer.catch(() => questions.delete(question))
  return answer
}

/** Runs what reads content, and tells which questions it asked. */
export async function recordReads<T>(
  run: () => Promise<T>,
): Promise<{ result: T; reads: Set<string> }> {
  const reads = new Set<string>()
  return { result: await book().reads.run(reads, run), reads }
}

/**
 * Asks everything again that pages are made of; only when all has been answered the answers change.
 * @param isInUse whether a page still asks a question; others are forgotten
 * @returns the questions that are answered otherwise than before
 */
export async function refreshAnswers(isInUse: (question: string) => boolean): Promise<Set<string>> {
  const { questions } = book()
  for (const question of questions.keys()) if (!isInUse(question)) questions.delete(question)
  const limit = pLimit(ASK_AT_ONCE)
  const changed = await Promise.all(
    [...questions].map(([question, { ask, answer }]) =>
      limit(async () => {
        const now = await ask().catch((error: unknown) => {
          if (isNotFound(error)) return GONE
          throw error
        })
        return now !== GONE && markOf(await answer) === markOf(now) ? [] : [{ question, ask, now }]
      }),
    ),
  )
  for (const { question, ask, now } of changed.flat()) {
    // Whoever still wants what is gone is told so when asking again.
    if (now === GONE) questions.delete(question)
    else questions.set(question, { ask, answer: Promise.resolve(now) })
  }
  return new Set(changed.flat().map(({ question }) => question))
}

function markOf(answer: unknown): string {
  const text = JSON.stringify(answer, (key, value: unknown) =>
    key === 'server_time' ? undefined : value,
  )
  return createHash('sha256').update(text).digest('base64')
}
