import { hash } from 'node:crypto'
import type { ContentFault } from './content-fault.ts'
import { encodeItem, readItemReferences, type ItemReferences } from './item-references.ts'
import { readItemId } from './query-key.ts'

// Results are cached as JSON bytes, which need a fifth of the memory of objects (ten thousand items have
// twenty thousand results). The parsed object is kept only while it is referenced.

export interface CachedResult extends ItemReferences {
  /** Hash of the result; of `server_time` only the day counts. */
  hash: string
  /** Faulty items that were dropped or replaced by their previous version. */
  faults: readonly ContentFault[]
  /** Whether the item is faulty and `read` throws. */
  isMissing: boolean
  /** Whether the JSON of the result contains a text. */
  contains(text: string): boolean
  /**
   * Returns the result, which must not be modified.
   * @throws ContentFaultError when it is missing
   */
  read(): unknown
}

/**
 * Caches the JSON data of a response.
 * @param path path of the endpoint
 */
export function cacheResult(
  data: unknown,
  path: string,
  faults: readonly ContentFault[] = [],
): CachedResult {
  const text = JSON.stringify(data)
  // Not from Node's buffer pool, of which a slice would retain the whole block.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  let parsed = toWeakRef(data)
  return {
    ...readItemReferences(data, path),
    hash: hashText(text),
    faults,
    isMissing: false,
    contains: (part) => bytes.includes(part),
    read() {
      const value = parsed?.deref()
      if (value) return value
      const made: unknown = JSON.parse(bytes.toString('utf8'))
      parsed = toWeakRef(made)
      return made
    },
  }
}

/**
 * Caches a faulty item: its previous result, or else the error.
 * @param key key of the query, whose item id makes a change of the item refetch the query
 * @param failure the error of the request, which `read` rethrows, and its fault
 */
export function cacheFault(
  key: string,
  failure: { error: unknown; fault: ContentFault },
  before: CachedResult | undefined,
): CachedResult {
  const { error, fault } = failure
  if (before && !before.isMissing && fault.effect !== 'gone') {
    return { ...before, faults: [{ ...fault, effect: 'kept' }] }
  }
  const item = readItemId(key)
  return {
    ids: Float64Array.from(item ? [encodeItem(fault.kind, item)] : []),
    list: new Float64Array(),
    total: null,
    hash: 'faulty',
    faults: [fault],
    isMissing: true,
    contains: () => false,
    read() {
      throw error
    },
  }
}

const toWeakRef = (value: unknown): WeakRef<object> | undefined =>
  typeof value === 'object' && value !== null ? new WeakRef(value) : undefined

/** Matches only a property, because quotes in JSON strings are escaped. */
const CLOCK = /"server_time":"(\d{4}-\d\d-\d\d)?[^"]*"/g

const hashText = (text: string): string => hash('sha256', text.replaceAll(CLOCK, '$1'), 'base64')

export const hashResult = (value: unknown): string => hashText(JSON.stringify(value) ?? '')
