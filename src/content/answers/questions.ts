// A question as text, and what can be read from it: endpoint, language, what is asked for.

interface Asked {
  method: string
  /** As the endpoint has it. */
  path: string
  locale: string
  query?: unknown
  body?: unknown
}

/** A question as text: equal questions have equal texts. */
export const writeQuestion = ({ method, path, locale, query, body }: Asked): string =>
  [method, path, locale, JSON.stringify([query ?? {}, body ?? {}])].join(' ')

export const pathOf = (question: string): string => question.split(' ', 2)[1] ?? ''

/** Whether a question is about one item. */
export const isAboutItem = (question: string): boolean => question.includes('"id":"')

const ABOUT = /"id":"(\d+)"/

/** The id of the item that a question is about; null for any other question. */
export function aboutOf(question: string): number | null {
  const found = ABOUT.exec(question)
  return found ? Number(found[1]) : null
}

const PAGE = /"page":"(\d+)"/

/** Which page of a list a question asks for; null for what has no pages. */
export function pageOf(question: string): number | null {
  const found = PAGE.exec(question)
  return found ? Number(found[1]) : null
}

/** The same for all pages of a list. */
export const listOf = (question: string): string => question.replace(PAGE, '"page":""')
