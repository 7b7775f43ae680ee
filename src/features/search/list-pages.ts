/** Page numbers for pagination: first, last, current and adjacent pages; null stands for a gap. */
export function listPages(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last)
  const shown = [...new Set(near)].toSorted((one, other) => one - other)
  return shown.flatMap((one, index) => {
    const previous = shown[index - 1] ?? 0
    // A gap of a single page is filled with its number.
    if (one - previous === 2) return [one - 1, one]
    return one - previous > 2 ? [null, one] : [one]
  })
}
