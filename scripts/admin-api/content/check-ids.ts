import type { Faults } from './faults.ts'
import { listNumbered } from './number-content.ts'
import type { ContentFolder } from './read-folder.ts'

/** Every number is unique within its kind, over all files: orders and addresses hold on to it. */
export function checkIds(folder: ContentFolder, faults: Faults): void {
  const seen = new Map<string, string>()
  for (const { kind, file, field, id } of listNumbered(folder)) {
    if (id === 0) continue
    const key = `${kind} ${id}`
    const other = seen.get(key)
    if (other !== undefined) {
      faults.add(
        file,
        field,
        `The ${kind} in ${other} has the number ${id}, too. Leave "id" out: the import assigns one.`,
      )
    }
    seen.set(key, file)
  }
}
