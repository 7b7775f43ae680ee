import * as v from 'valibot'
import type { ContentFault } from './content-fault.ts'
import { identifyItem, isPart, isRecord } from './item-references.ts'

type Schema<Data> = v.GenericSchema<unknown, Data>
type Issues = readonly v.BaseIssue<unknown>[]

interface Place {
  /** Path of the endpoint. */
  path: string
  locale: string
  /** Whether the response describes one item, from which only other items can be dropped. */
  isItemQuery: boolean
  /** The previous result, which replaces faulty items. */
  before: unknown
}

/** An element of a list and its position. */
interface Element {
  list: unknown[]
  index: number
  /** Path to the list: property names and indexes. */
  listPath: readonly string[]
  fault: ContentFault
}

/** Each round reveals faults hidden by earlier ones. After this many, the response as a whole is invalid. */
const MAX_ROUNDS = 4

/**
 * Replaces the faulty items of a response by their previous version, or drops them.
 * @param payload the response data; its lists are modified
 * @returns null when a fault lies outside of list items
 */
export function dropFaultyItems<Data>(
  schema: Schema<Data>,
  payload: unknown,
  place: Place,
): { data: Data; faults: ContentFault[] } | null {
  const faults = new Map<string, ContentFault>()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = v.safeParse(schema, payload)
    if (result.success) return { data: result.output, faults: [...faults.values()] }
    const elements = findElements(result.issues, place)
    if (!elements) return null
    // The previous version may be invalid too: it is then dropped in the next round.
    const before = round === 0 ? place.before : undefined
    for (const element of elements) {
      const effect = findBefore(before, element) === undefined ? 'left-out' : 'kept'
      const { subject } = element.fault
      faults.set(subject, { ...(faults.get(subject) ?? element.fault), effect })
    }
    // From the end of each list, because removing an element moves those after it.
    for (const element of elements.toSorted((one, other) => other.index - one.index)) {
      const previous = findBefore(before, element)
      element.list.splice(element.index, 1, ...(previous === undefined ? [] : [previous]))
    }
  }
  return null
}

/** Finds the list elements that contain the issues; null when an issue is outside of list elements. */
function findElements(issues: Issues, place: Place): Element[] | null {
  const elements = new Map<unknown, Element>()
  for (const issue of issues) {
    const element = findElement(issue, place)
    if (!element) return null
    const value = element.list[element.index]
    if (!elements.has(value)) elements.set(value, element)
  }
  return [...elements.values()]
}

function findElement(
  issue: v.BaseIssue<unknown>,
  { path, locale, isItemQuery }: Place,
): Element | null {
  const steps = issue.path ?? []
  const keys = steps.map(({ key }) => String(key))
  for (let at = steps.length - 1; at > 0; at -= 1) {
    const list = steps[at]?.input
    const name = steps[at - 1]?.key
    const index = Number(keys[at])
    if (!Array.isArray(list) || typeof name !== 'string' || isPart(name)) continue
    const item = identifyItem(list[index], name, path)
    if (!isRecord(list[index]) || (isItemQuery && !item)) continue
    return {
      list,
      index,
      listPath: keys.slice(0, at),
      fault: {
        subject: item?.kind ? `${item.kind} ${item.id}` : `${path} ${name}[${index}]`,
        kind: item?.kind ?? null,
        locale,
        field: keys.slice(at + 1).join('.') || null,
        reason: issue.message,
        effect: 'left-out',
      },
    }
  }
  return null
}

/** Finds the same item in the previous result. */
function findBefore(before: unknown, { list, index, listPath }: Element): unknown {
  let place = before
  for (const key of listPath) place = isRecord(place) ? place[key] : undefined
  const element = list[index]
  if (!Array.isArray(place) || !isRecord(element) || typeof element['id'] !== 'number') {
    return undefined
  }
  const { id } = element
  return place.find((one: unknown) => isRecord(one) && one['id'] === id)
}
