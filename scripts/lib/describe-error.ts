/** An error as one line, including its cause, since `fetch failed` alone is not informative. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // The error of a host with several addresses has no message, only an error for each.
  const cause: unknown = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  return `${error.message}${reason}`.replaceAll(/\s+/g, ' ')
}
