/**
 * Chooses the number of columns of a grid that leaves the fewest empty cells in its last row.
 * @param count number of cells
 * @param choices numbers of columns, the preferred one first
 */
export function chooseColumns<Columns extends number>(
  count: number,
  choices: readonly [Columns, ...Columns[]],
): Columns {
  const countEmpty = (columns: number) => (columns - (count % columns)) % columns
  return choices.reduce((best, one) => (countEmpty(one) < countEmpty(best) ? one : best))
}
