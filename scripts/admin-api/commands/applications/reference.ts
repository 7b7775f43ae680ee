import { InvalidArgumentError } from '@commander-js/extra-typings'
import { APPLICATION_KINDS, type ApplicationRecord } from '#api/application.ts'
import { formatReference } from '#i18n/format.ts'
import type { Reader } from '../../db/open.ts'
import { CommandError } from '../command.ts'

/** An application as staff name it. */
export interface ApplicationReference {
  id: number
  /** Null if only the id is given. */
  kind: ApplicationRecord['kind'] | null
}

/** Parses the id of an application, or its reference such as `C-000012`. */
export function readReference(text: string): ApplicationReference {
  const digits = /^(?:[AC]-0*)?([1-9]\d{0,8})$/i.exec(text)?.[1]
  if (digits === undefined) {
    throw new InvalidArgumentError('Expected a reference such as C-000012, as shown in the lists.')
  }
  const id = Number(digits)
  const isOwn = (kind: ApplicationRecord['kind']) =>
    formatReference(kind, id).startsWith(text.slice(0, 2).toUpperCase())
  return { id, kind: APPLICATION_KINDS.find(isOwn) ?? null }
}

/** @throws CommandError if the reference has the letter of another kind than its application */
export async function requireKind(db: Reader, { id, kind }: ApplicationReference): Promise<void> {
  const row = await db
    .selectFrom('application')
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || kind === null || row.kind === kind) return
  throw new CommandError(
    `There is no application ${formatReference(kind, id)}, only ${formatReference(row.kind, id)}`,
  )
}
