import { hash } from 'node:crypto'
import type { ContentFault } from './content-fault.ts'
import { codeOf, readFacts, type AnswerFacts } from './facts.ts'
import { aboutOf } from './questions.ts'

// Ten thousand items have twenty thousand answers: as objects they would fill the memory of a build.
// They are kept as bytes of text, a fifth of it, and the object of one stays only while it is used.

export interface KeptAnswer extends AnswerFacts {
  /** Tells one answer from another; of the time of the asking only the day counts. */
  mark: string
  /** What of it is faulty: left out, or as it was in the answer before. */
  faults: readonly ContentFault[]
  /** Whether there is nothing to read. */
  isMissing: boolean
  /**
   * The answer itself: what it gives must not be changed.
   * @throws ContentFaultError when it is missing
   */
  read(): unknown
}

/**
 * Keeps what an endpoint has answered: data of JSON.
 * @param path of the endpoint
 */
export function keepAnswer(
  answer: unknown,
  path: string,
  faults: readonly ContentFault[] = [],
): KeptAnswer {
  const text = JSON.stringify(answer)
  // Memory of its own: a part of Node's pool would keep the whole of its block.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  let live = refer(answer)
  return {
    ...readFacts(answer, path),
    mark: markText(text),
    faults,
    isMissing: false,
    read() {
      const known = live?.deref()
      if (known) return known
      const made: unknown = JSON.parse(bytes.toString('utf8'))
      live = refer(made)
      return made
    },
  }
}

/**
 * Keeps that an item is faulty: as it was in the answer before, where there is one.
 * @param question names the item, so that it is requested again when the item changes
 * @param given the error of whoever requested it, which reading throws again
 */
export function keepFault(
  question: string,
  given: { error: unknown; fault: ContentFault },
  before: KeptAnswer | undefined,
): KeptAnswer {
  const { error, fault } = given
  if (before && !before.isMissing && fault.effect !== 'gone') {
    return { ...before, faults: [{ ...fault, effect: 'kept' }] }
  }
  const item = aboutOf(question)
  return {
    ids: Float64Array.from(item ? [codeOf(fault.kind, item)] : []),
    list: new Float64Array(),
    total: null,
    mark: 'faulty',
    faults: [fault],
    isMissing: true,
    read() {
      throw error
    },
  }
}

const refer = (value: unknown): WeakRef<object> | undefined =>
  typeof value === 'object' && value !== null ? new WeakRef(value) : undefined

/** Within a text of JSON quotes are escaped: only a property looks like this. */
const CLOCK = /"server_time":"(\d{4}-\d\d-\d\d)?[^"]*"/g

const markText = (text: string): string => hash('sha256', text.replaceAll(CLOCK, '$1'), 'base64')

export const markOf = (value: unknown): string => markText(JSON.stringify(value) ?? '')
