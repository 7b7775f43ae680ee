import type { ContentKind } from '#api/content-webhook.ts'

// A faulty item must not block others: reading it throws an error that names the item, and lists omit it.

/** A fault of an item, of a single page or of a media file. */
export interface ContentFault {
  /** `courses 12`, or the path of a call without item (`/api/index/about`), or the URL of a media file. */
  subject: string
  /** Null for a page or file that is not an item. */
  kind: ContentKind | null
  /** Null for a media file. */
  locale: string | null
  /** Path in the response, as in `body[2].text`; null when the whole response is missing. */
  field: string | null
  reason: string
  /** The effect on the site. */
  effect: 'kept' | 'left-out' | 'gone'
}

/** Thrown when a faulty item is read. */
export class ContentFaultError extends Error {
  override name = 'ContentFaultError'
  readonly contentFault: ContentFault

  constructor(fault: ContentFault, options?: ErrorOptions) {
    super(describeContentFault(fault), options)
    this.contentFault = fault
  }
}

/** Describes a fault without its effect. */
export function describeContentFault(fault: Omit<ContentFault, 'kind' | 'effect'>): string {
  const { subject, locale, field, reason } = fault
  const name = locale === null ? subject : `${subject} (${locale})`
  return [name, field, reason].filter((part) => part !== null).join(': ')
}

// Not `instanceof`: pages are rendered in a separate bundle with its own copy of the class.
const hasFault = (error: Error): error is ContentFaultError => 'contentFault' in error

/** Finds the content fault that caused an error; undefined for any other error. */
export function findContentFault(error: unknown): ContentFault | undefined {
  if (!(error instanceof Error)) return undefined
  return hasFault(error) ? error.contentFault : findContentFault(error.cause)
}

/** Reads an item; null when the item is faulty. */
export async function readUnlessFaulty<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (findContentFault(error)) return null
    throw error
  }
}

const UNAVAILABLE = 'ContentUnavailableError'

/** Thrown when a response that every page needs is missing or invalid. */
export class ContentUnavailableError extends Error {
  override name = UNAVAILABLE
}

/** Whether an error was caused by a `ContentUnavailableError`. */
export const isContentUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error.name === UNAVAILABLE || isContentUnavailable(error.cause))
