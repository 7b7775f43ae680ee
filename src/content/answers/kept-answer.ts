import { hash } from 'node:crypto'
import { readFacts, type AnswerFacts } from './facts.ts'

// Ten thousand items have twenty thousand answers: as objects they would fill the memory of a build.
// They are kept as bytes of text, a fifth of it, and the object of one stays only while it is used.

export interface KeptAnswer extends AnswerFacts {
  /** Tells one answer from another; of the time of the asking only the day counts. */
  mark: string
  /** The answer itself: what it gives must not be changed. */
  read(): unknown
}

/**
 * Keeps what an endpoint has answered: data of JSON.
 * @param path of the endpoint
 */
export function keepAnswer(answer: unknown, path: string): KeptAnswer {
  const text = JSON.stringify(answer)
  // Memory of its own: a part of Node's pool would keep the whole of its block.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  let live = refer(answer)
  return {
    ...readFacts(answer, path),
    mark: markText(text),
    read() {
      const known = live?.deref()
      if (known) return known
      const made: unknown = JSON.parse(bytes.toString('utf8'))
      live = refer(made)
      return made
    },
  }
}

const refer = (value: unknown): WeakRef<object> | undefined =>
  typeof value === 'object' && value !== null ? new WeakRef(value) : undefined

/** Within a text of JSON quotes are escaped: only a property looks like this. */
const CLOCK = /"server_time":"(\d{4}-\d\d-\d\d)?[^"]*"/g

const markText = (text: string): string => hash('sha256', text.replaceAll(CLOCK, '$1'), 'base64')

export const markOf = (value: unknown): string => markText(JSON.stringify(value) ?? '')
