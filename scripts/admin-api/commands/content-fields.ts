import { parse } from 'yaml'
import type { Locale } from '#api/language.ts'
import { takeLock } from '../db/locks.ts'
import type { Database, Reader, Transaction } from '../db/open.ts'
import { hasRows } from '../db/rows.ts'
import type { AppliedChange } from '../content/apply.ts'
import { ContentError } from '../content/faults.ts'
import { editContent } from '../content/edit-content.ts'
import { getAt, isRecord } from '../content/edits.ts'
import type { SourceKind } from '../content/format.ts'
import { isLocalized } from '../content/local.ts'
import { ITEM_TRAITS } from '../content/parts.ts'
import { findStored, type StoredSource } from '../content/stored-sources.ts'
import { findNearest } from '../../lib/edit-distance.ts'
import { auditStaff } from './audit-staff.ts'
import { CommandError } from './command.ts'

/**
 * Runs an edit of an item or page in a transaction. The content is locked before it is read, so that it does
 * not change before the edit.
 * @returns the changed items
 * @throws CommandError if the item does not exist
 */
const editSource = (
  db: Database,
  { kind, id }: { kind: SourceKind; id: string },
  edit: (trx: Transaction, source: StoredSource) => Promise<AppliedChange[]>,
): Promise<AppliedChange[]> =>
  db.transaction(async (trx) => {
    await takeLock(trx, 'content')
    return edit(trx, await readSource(trx, kind, id))
  })

/** A suggestion for a misspelt slug; empty if there is none. */
async function suggestSlug(db: Reader, kind: SourceKind, idOrSlug: string): Promise<string> {
  if (/^\d+$/.test(idOrSlug)) return ''
  const sources = db.selectFrom('content_source').select('slug').where('kind', '=', kind)
  const slugs = (await sources.execute()).map(({ slug }) => slug)
  const near = findNearest(idOrSlug, slugs) ?? slugs.find((slug) => slug.includes(idOrSlug))
  return near === undefined ? '' : `: did you mean "${near}"?`
}

/** @throws CommandError if the item does not exist */
async function readSource(db: Reader, kind: SourceKind, idOrSlug: string): Promise<StoredSource> {
  const source = await findStored(db, kind, idOrSlug)
  if (source) return source
  const isEmpty = !(await hasRows(db.selectFrom('content_source')))
  const hint = isEmpty ? ' here: import the content folder again' : ''
  const suggestion = isEmpty ? '' : await suggestSlug(db, kind, idOrSlug)
  const noun = kind === 'pages' ? 'page' : ITEM_TRAITS[kind].noun
  throw new CommandError(`There is no ${noun} "${idOrSlug}"${hint}${suggestion}`)
}

/** Possible values of an argument, in order of preference; the type of the current value decides. */
function parseCandidates(before: unknown, text: string): unknown[] {
  if (typeof before === 'string') return [text]
  let parsed: unknown
  try {
    parsed = parse(text)
  } catch {
    return [text]
  }
  return before === undefined ? [text, parsed] : [parsed]
}

/** A field and its new value from the command line. */
export interface FieldInput {
  kind: SourceKind
  id: string
  field: string
  text: string
  /** Language of a bilingual text. */
  lang?: Locale | undefined
}

/** The path of a value in its item, including the language of a bilingual text. */
const namePath = ({ field, lang }: Pick<FieldInput, 'field' | 'lang'>): string =>
  lang === undefined ? field : `${field}.${lang}`

/** Sets a field to the first candidate value that is valid. */
async function setField(
  trx: Transaction,
  source: StoredSource,
  { field, text, lang }: FieldInput,
  now: number,
): Promise<AppliedChange[]> {
  const named = field.split('.').filter(Boolean)
  if (named.length === 0) throw new CommandError('The field is empty')
  if (['id', 'slug'].includes(named.at(-1) ?? 'id')) {
    throw new CommandError(
      `${field}: ids and slugs never change, because orders and URLs contain them`,
    )
  }
  const path = lang === undefined ? named : [...named, lang]
  const before = getAt(source.data, path)
  const whole = getAt(source.data, named)
  if (lang !== undefined && whole !== undefined && !isRecord(whole)) {
    throw new CommandError(`${field} has one value for all languages: leave out --lang`)
  }
  if (isRecord(before) && isLocalized(before)) {
    throw new CommandError(`${field} is a text in two languages: add --lang`)
  }
  const edit = (value: unknown) => editContent(trx, source, [{ path, value }], now)
  const [first, ...others] = parseCandidates(before, text)
  try {
    return await edit(first)
  } catch (error) {
    if (!(error instanceof ContentError) || others.length === 0) throw error
    return edit(others[0])
  }
}

const auditEdit = (
  trx: Transaction,
  { kind, id }: StoredSource,
  field: string,
  now: number,
): Promise<void> =>
  auditStaff(trx, { action: 'content set', userId: null, data: { kind, id, field }, at: now })

/** `content set KIND ID FIELD VALUE` */
export function runSet(db: Database, input: FieldInput, now: number): Promise<AppliedChange[]> {
  return editSource(db, input, async (trx, source) => {
    const changes = await setField(trx, source, input, now)
    if (changes.length > 0) await auditEdit(trx, source, namePath(input), now)
    return changes
  })
}

/** `content unset KIND ID FIELD`: restores the value of the content folder. */
export function runUnset(
  db: Database,
  input: Omit<FieldInput, 'text'>,
  now: number,
): Promise<AppliedChange[]> {
  return editSource(db, input, async (trx, source) => {
    const path = namePath(input)
    const edit = source.edits.find((one) => one.path.join('.') === path)
    if (!edit) {
      const set = source.edits.map((one) => one.path.join('.'))
      const others = set.length > 0 ? `: edited fields are ${set.join(', ')}` : ''
      throw new CommandError(`${path} has no staff edit${others}`)
    }
    const change = { path: edit.path, value: edit.base }
    const changes = await editContent(trx, source, [change], now)
    await auditEdit(trx, source, `${path} unset`, now)
    return changes
  })
}

/** `content publish KIND ID` and `content unpublish KIND ID` */
export function runPublish(
  db: Database,
  { published, ...key }: { kind: SourceKind; id: string; published: boolean },
  now: number,
): Promise<AppliedChange[]> {
  return editSource(db, key, async (trx, source) => {
    if (source.kind === 'pages') throw new CommandError('Pages are always published')
    const change = { path: ['published'], value: published }
    const changes = await editContent(trx, source, [change], now)
    if (published && getAt(source.data, ['draft']) === true) {
      throw new CommandError(
        `${source.kind} ${source.id} is a draft: npm run admin -- content set ${source.kind} ${source.id} draft false`,
      )
    }
    if (changes.length > 0) await auditEdit(trx, source, `published ${published}`, now)
    return changes
  })
}
