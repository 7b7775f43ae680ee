import * as v from 'valibot'
import { LOCALES, mapLocales } from '#api/language.ts'
import { LocaleSchema } from '#api/primitives.ts'
import type { NamedEdit } from '../content/apply-edits.ts'
import type { SourceKind } from '../content/format.ts'
import { readStoredEdits } from '../content/stored-sources.ts'
import { getPublicState, readWindow } from '../content/visibility.ts'
import type { Reader } from '../db/open.ts'
import { readTimeSetting } from '../db/settings.ts'
import { printList } from '../../lib/command-line/table.ts'
import type { Terminal } from '../../lib/command-line/terminal.ts'

/** Stored content with a title or name in each language. */
const TitledSchema = v.object({
  title: v.optional(v.record(LocaleSchema, v.string())),
  name: v.optional(v.record(LocaleSchema, v.string())),
})

async function readItems(db: Reader, kind: SourceKind, now: number) {
  const moment = {
    firstStart: (await readTimeSetting(db, 'first_start')) ?? now,
    now,
  }
  const sources = await db
    .selectFrom('content_source')
    .select(['id', 'slug', 'data'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return sources.map(({ id, slug, data: stored }) => {
    const data: unknown = JSON.parse(stored)
    const { title, name } = v.parse(TitledSchema, data)
    return {
      id,
      slug,
      state: getPublicState(readWindow(data), moment),
      titles: mapLocales((lang) => (title ?? name)?.[lang] ?? null),
    }
  })
}

type Item = Awaited<ReturnType<typeof readItems>>[number]

/** Lists the items of a kind, and their staff edits. */
export async function listKind(
  db: Reader,
  kind: SourceKind,
  { terminal, json, now }: { terminal: Terminal; json: boolean; now: number },
): Promise<void> {
  printList(terminal, await readItems(db, kind, now), {
    noun: `item of ${kind}`,
    plural: `items of ${kind}`,
    json,
    columns: [
      { title: 'ID', align: 'right', cell: ({ id }) => String(id) },
      { title: 'STATE', cell: ({ state }) => state },
      { title: 'SLUG', cell: ({ slug }) => slug },
      ...LOCALES.map((lang) => ({
        title: `TITLE (${lang})`,
        cell: ({ titles }: Item) => titles[lang] ?? '',
      })),
    ],
  })
  if (json) return
  const edits = await readStoredEdits(db)
  for (const { edits: list, ...key } of edits.filter((one) => one.kind === kind)) {
    for (const edit of list) terminal.print(`staff edit: ${nameEdit({ ...key, edit })}`)
  }
}

export const nameEdit = ({ kind, id, slug, edit }: NamedEdit) =>
  `${kind} ${id} (${slug}) ${edit.path.join('.')}`
