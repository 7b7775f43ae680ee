import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readFacts, type AnswerFacts } from './facts.ts'

// Ten thousand items have twenty thousand answers: as objects they would fill the memory of a build.
// They are kept as packed text, a sixth of it, and the object of one stays only while it is used.

export interface KeptAnswer extends AnswerFacts {
  /** Tells one answer from another; of the time of the asking only the day counts. */
  mark: string
  /** The answer itself: what it gives must not be changed. */
  read(): unknown
}

const FASTEST = { level: 1 }

/**
 * Keeps what an endpoint has answered: data of JSON.
 * @param path of the endpoint
 */
export function keepAnswer(answer: unknown, path: string): KeptAnswer {
  const text = JSON.stringify(answer)
  // A copy: what zlib gives is a view on a whole block of its own.
  const packed = Buffer.from(deflateRawSync(text, FASTEST))
  let live = refer(answer)
  return {
    ...readFacts(answer, path),
    mark: markText(text),
    read() {
      const known = live?.deref()
      if (known) return known
      const made: unknown = JSON.parse(inflateRawSync(packed).toString('utf8'))
      live = refer(made)
      return made
    },
  }
}

const refer = (value: unknown): WeakRef<object> | undefined =>
  typeof value === 'object' && value !== null ? new WeakRef(value) : undefined

/** Within a text of JSON quotes are escaped: only a property looks like this. */
const CLOCK = /"server_time":"(\d{4}-\d\d-\d\d)?[^"]*"/g

const markText = (text: string): string =>
  createHash('sha256').update(text.replaceAll(CLOCK, '$1')).digest('base64')

export const markOf = (value: unknown): string => markText(JSON.stringify(value) ?? '')
