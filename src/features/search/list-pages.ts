/** Page numbers for pagination: first, last, current and adjacent pages; null stands for a gap. */
export function listPages(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last)
  const shown = [...new Set(near)].toSorted((one, other) => one - other)
  return shown.flatMap((one, index) => {
    const before = shown[index - 1] ?? 0
    if (one - before === 2) return [one - 1, one]
    return one - before > 2 ? [null, one] : [one]
  })
}
