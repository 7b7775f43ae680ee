/** A page of an in-memory list. @param page starts at 1 */
export function takePage<T>(list: readonly T[], { page, size }: { page: number; size: number }) {
  const start = (page - 1) * size
  return { items: list.slice(start, start + size), page, size, total: list.length }
}
