import { ContentError } from './faults.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import { checkFile } from './read-file.ts'
import { findPageFile, nameFile, type SourceKey } from './sources.ts'

/**
 * Validates an item or page against the schema of its kind.
 * @param note suffix for the message of each fault
 * @throws ContentError if it is invalid
 */
export function validateSource({ kind, slug }: SourceKey, data: unknown, note = ''): object {
  const schema = kind === 'pages' ? SINGLE_FILES[findPageFile(slug)] : ITEM_FOLDERS[kind]
  const outcome = checkFile(nameFile(kind, slug), schema, data)
  if (outcome.kind === 'valid') return outcome.data
  throw new ContentError(
    outcome.faults.map((fault) => ({ ...fault, message: `${fault.message}${note}` })),
  )
}
