import type { AnswerFacts } from './facts.ts'
import { findUnshared } from './sets.ts'
import { itemOf, listOf, pageOf, pathOf } from './questions.ts'

// Whom a change of content concerns. When the API says what has changed, these rules find the
// questions that may be answered otherwise, more rather than fewer; what they miss (a course that takes
// the place of another as a suggestion) is found when everything is asked again.

/** What has changed, as the API says it. */
export interface Hint {
  /** A folder of the content. */
  kind: string
  id: number
}

export type Answers = ReadonlyMap<string, AnswerFacts>

export interface Change {
  question: string
  before: AnswerFacts
  /** Null when there is no such item any more. */
  after: AnswerFacts | null
}

const EVERYWHERE = ['/api/index/', '/api/search/']
/** Where lists of a kind are, by the beginning of their paths. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  artists: ['/api/artist/', '/api/perform/', '/api/course/'],
  'artist-news': ['/api/artist/'],
  performances: ['/api/perform/'],
  'performance-news': ['/api/perform/'],
  courses: ['/api/course/'],
  'course-news': ['/api/course/'],
  activities: ['/api/course/'],
  'business-cases': [],
}

/** Whether the rules know what a change of that kind can concern. */
export const isKnownKind = (kind: string): boolean => kind in PLACES

/** The questions to ask at first: the heads of all lists of the kind, and who names the item. */
export function findConcerned(answers: Answers, hints: readonly Hint[]): Set<string> {
  const places = new Set([...EVERYWHERE, ...hints.flatMap(({ kind }) => PLACES[kind] ?? [])])
  const isPlace = (path: string) => [...places].some((place) => path.startsWith(place))
  const found = findNaming(answers, new Set(hints.map(({ id }) => id)))
  for (const question of answers.keys()) {
    const isHead = itemOf(question) === null && (pageOf(question) ?? 1) === 1
    if (isHead && isPlace(pathOf(question))) found.add(question)
  }
  return found
}

/**
 * The questions that changed answers lead to and that have not been asked: who names an item that came to an answer or left it, and
 * who stands beside it in a list.
 * @param asked the questions that have been asked again
 * @param changes all changes so far
 */
export function findFurther(
  answers: Answers,
  asked: ReadonlySet<string>,
  changes: readonly Change[],
): Set<string> {
  const lists = Map.groupBy(
    [...answers.keys()].filter((question) => pageOf(question) !== null),
    listOf,
  )
  const moved = new Set<number>()
  const found = new Set<string>()
  for (const [list, changed] of Map.groupBy(changes, ({ question }) => listOf(question))) {
    const pages = lists.get(list) ?? [list]
    const isWhole = pages.every((page) => asked.has(page))
    if (!isWhole && changed.some(isMoved)) {
      // Who left this page may stand on the next: only the whole list tells who came or went.
      for (const page of pages) found.add(page)
      continue
    }
    const { before, after } = joinPages(answers, pages, changed)
    for (const id of findUnshared(before.ids, after.ids)) moved.add(id)
    for (const id of findBeside(after.list, new Set(before.list))) moved.add(id)
    for (const id of findBeside(before.list, new Set(after.list))) moved.add(id)
  }
  for (const question of findNaming(answers, moved)) found.add(question)
  for (const question of asked) found.delete(question)
  return found
}

const isMoved = ({ before, after }: Change): boolean =>
  after === null || before.total !== after.total || findUnshared(before.list, after.list).length > 0

function findNaming(answers: Answers, wanted: ReadonlySet<number>): Set<string> {
  const found = new Set<string>()
  if (wanted.size === 0) return found
  for (const [question, { ids }] of answers) {
    const item = itemOf(question)
    const isAbout = item !== null && wanted.has(item)
    if (isAbout || ids.some((id) => wanted.has(id))) found.add(question)
  }
  return found
}

/** What all pages of a list say together, before and after. */
function joinPages(answers: Answers, pages: readonly string[], changes: readonly Change[]) {
  const changed = new Map(changes.map((change) => [change.question, change.after]))
  const sorted = pages.toSorted((one, other) => (pageOf(one) ?? 1) - (pageOf(other) ?? 1))
  const before = sorted.map((page) => answers.get(page))
  const after = sorted.map((page) => (changed.has(page) ? changed.get(page) : answers.get(page)))
  const join = (parts: readonly (AnswerFacts | null | undefined)[]) => ({
    ids: parts.flatMap((part) => [...(part?.ids ?? [])]),
    list: parts.flatMap((part) => [...(part?.list ?? [])]),
  })
  return { before: join(before), after: join(after) }
}

/** Those of a list that the other one lacks, each with its neighbours: these may name it. */
const findBeside = (list: readonly number[], others: ReadonlySet<number>): number[] =>
  list.flatMap((id, index) => (others.has(id) ? [] : list.slice(Math.max(0, index - 1), index + 2)))
