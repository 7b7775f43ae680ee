import type { Faults } from './faults.ts'
import { listIds } from './assign-ids.ts'
import type { ContentFolder } from './read-folder.ts'

/** Checks that ids are unique within each kind, over all files: orders and URLs refer to them. */
export function checkIds(folder: ContentFolder, faults: Faults): void {
  const seen = new Map<string, string>()
  for (const { kind, file, field, id } of listIds(folder)) {
    if (id === 0) continue
    const key = `${kind} ${id}`
    const other = seen.get(key)
    if (other !== undefined) {
      faults.add(
        file,
        field,
        `The ${kind} in ${other} also has the id ${id}. Leave "id" out: the import assigns one.`,
      )
    }
    seen.set(key, file)
  }
}
