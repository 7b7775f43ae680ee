import { isContentKind } from '#api/content-webhook.ts'
import { codeOf, listCodes, type AnswerFacts, type ItemCode, type ItemKind } from './facts.ts'
import { findUnshared } from './sets.ts'
import { isAboutItem, listOf, pageOf, pathOf } from './questions.ts'

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
const PLACES: Readonly<Record<ItemKind, readonly string[]>> = {
  artists: ['/api/artist/', '/api/perform/', '/api/course/'],
  'artist-news': ['/api/artist/'],
  performances: ['/api/perform/'],
  'performance-news': ['/api/perform/'],
  courses: ['/api/course/'],
  'course-news': ['/api/course/'],
  activities: ['/api/course/'],
  'business-cases': [],
}

interface KnownHint extends Hint {
  kind: ItemKind
}

/** Whether the rules know what changes of these kinds can concern. */
export const areKnown = (hints: readonly Hint[]): hints is readonly KnownHint[] =>
  hints.every(({ kind }) => isContentKind(kind))

/** The questions to ask at first: the heads of all lists of the kind, and who names the item. */
export function findConcerned(answers: Answers, hints: readonly KnownHint[]): Set<string> {
  const places = new Set([...EVERYWHERE, ...hints.flatMap(({ kind }) => PLACES[kind])])
  const isPlace = (path: string) => [...places].some((place) => path.startsWith(place))
  const found = findNaming(
    answers,
    hints.map(({ kind, id }) => codeOf(kind, id)),
  )
  for (const question of answers.keys()) {
    const isHead = !isAboutItem(question) && (pageOf(question) ?? 1) === 1
    if (isHead && isPlace(pathOf(question))) found.add(question)
  }
  return found
}

/**
 * The questions that changed answers lead to and that have not been asked: who names an item that
 * came to an answer or left it, and who stands beside it in a list.
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
  const moved = new Set<ItemCode>()
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

function findNaming(answers: Answers, items: Iterable<ItemCode>): Set<string> {
  const wanted = new Set([...items].flatMap(listCodes))
  const found = new Set<string>()
  if (wanted.size === 0) return found
  for (const [question, { ids }] of answers) {
    if (ids.some((code) => wanted.has(code))) found.add(question)
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
const findBeside = (list: readonly ItemCode[], others: ReadonlySet<ItemCode>): ItemCode[] =>
  list.flatMap((id, index) => (others.has(id) ? [] : list.slice(Math.max(0, index - 1), index + 2)))
