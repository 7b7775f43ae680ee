import { ContentError } from './faults.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import { checkFile } from './read-file.ts'
import { findPageFile, nameFile, type SourceKey } from './sources.ts'

/**
 * Reads a piece of content by the schema of its kind.
 * @param origin added to each fault: where the data comes from, if not from its file
 * @throws ContentError when it has another form
 */
export function validateSource({ kind, slug }: SourceKey, data: unknown, origin = ''): object {
  const schema = kind === 'pages' ? SINGLE_FILES[findPageFile(slug)] : ITEM_FOLDERS[kind]
  const outcome = checkFile(nameFile(kind, slug), schema, data)
  if (outcome.kind === 'valid') return outcome.data
  throw new ContentError(
    outcome.faults.map((fault) => ({ ...fault, message: `${fault.message}${origin}` })),
  )
}
