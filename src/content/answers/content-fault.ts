import type { ItemKind } from './facts.ts'

// One item of an API that is faulty must not hold back all others. Reading it throws a fault that names
// it; whoever reads many items goes on without it.

/** What is wrong with one item, or one page of its own, in one language. */
export interface ContentFault {
  /** `courses 12`, or the call for what has no kind and id: `/api/index/about`. */
  subject: string
  /** Null for what is no item. */
  kind: ItemKind | null
  locale: string
  /** Where in the answer, as in `body[2].text`; null when the whole answer is missing. */
  field: string | null
  reason: string
  /** What the site shows of it instead. */
  effect: 'kept' | 'left-out' | 'gone'
}

/** Reading an item failed for a reason that lies in the item. */
export class ContentFaultError extends Error {
  override name = 'ContentFaultError'
  readonly contentFault: ContentFault

  constructor(fault: ContentFault, options?: ErrorOptions) {
    super(describeContentFault(fault), options)
    this.contentFault = fault
  }
}

/** A fault in words, without what the site does about it. */
export function describeContentFault(fault: Omit<ContentFault, 'kind' | 'effect'>): string {
  const { subject, locale, field, reason } = fault
  return [`${subject} (${locale})`, field, reason].filter((part) => part !== null).join(': ')
}

// Pages are rendered in a bundle of their own, with a copy of the class: the property tells.
const hasFault = (error: Error): error is ContentFaultError => 'contentFault' in error

/** The fault of an item that an error comes from; undefined for any other error. */
export function findContentFault(error: unknown): ContentFault | undefined {
  if (!(error instanceof Error)) return undefined
  return hasFault(error) ? error.contentFault : findContentFault(error.cause)
}

/** Reads an item, or nothing when the item is faulty. */
export async function readUnlessFaulty<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (findContentFault(error)) return null
    throw error
  }
}

const UNAVAILABLE = 'ContentUnavailableError'

/** An answer is missing without which no site can be made. */
export class ContentUnavailableError extends Error {
  override name = UNAVAILABLE
}

/** Whether an error comes from an answer without which no site can be made. */
export const isContentUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error.name === UNAVAILABLE || isContentUnavailable(error.cause))
