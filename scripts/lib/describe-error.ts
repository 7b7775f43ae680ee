/** The error of a host with several addresses has no message, only an error for each. */
const readFirst = (error: unknown): unknown =>
  error instanceof AggregateError && error.message === '' ? error.errors[0] : error

/** An error as one line, including its cause, since `fetch failed` alone is not informative. */
export function describeError(thrown: unknown): string {
  const error = readFirst(thrown)
  if (!(error instanceof Error)) return String(error)
  const cause = readFirst(error.cause)
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  return `${error.message}${reason}`.replaceAll(/\s+/g, ' ')
}
