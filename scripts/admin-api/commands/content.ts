import { resolve } from 'node:path'
import * as v from 'valibot'
import type { AppliedChange } from '../content/apply.ts'
import { checkContentFolder, importContent, type ImportReport } from '../content/import-content.ts'
import type { NamedEdit } from '../content/lay-edits.ts'
import { SOURCE_KINDS } from '../content/sources.ts'
import { readStoredEdits } from '../content/stored-sources.ts'
import { sendRequest } from '../../lib/server-requests.ts'
import type { Database } from '../db/open.ts'
import { MEDIA_CACHE } from '../start-admin-api.ts'
import { CommandError, type Command, type CommandCall } from './command.ts'
import { readKind, runPublish, runSet } from './content-fields.ts'
import { plain } from './staff.ts'
import { isServerRunning, withDatabase, withExistingDatabase } from './with-database.ts'

/** More than this is told as a number. */
const MOST_LINES = 50

function printChanges(changes: readonly AppliedChange[], print: (line: string) => void): void {
  if (changes.length === 0) {
    print('Nothing changed')
    return
  }
  for (const { kind, id, slug, action } of changes.slice(0, MOST_LINES)) {
    print(`${action.padEnd(8)} ${kind} ${id} (${slug})`)
  }
  if (changes.length > MOST_LINES) print(`and ${changes.length - MOST_LINES} more`)
}

const nameEdit = ({ kind, id, slug, edit }: NamedEdit) =>
  `${kind} ${id} (${slug}) ${edit.path.join('.')}`

function printEdits({ kept, dropped }: ImportReport, print: (line: string) => void): void {
  for (const edit of kept) print(`still as set beside the folder: ${nameEdit(edit)}`)
  for (const edit of dropped) print(`the folder says something new: ${nameEdit(edit)}`)
}

async function runImport({ config, print, given: [folder = ''] }: CommandCall): Promise<void> {
  const { dataDir } = config()
  const report = await withDatabase(dataDir, (db) =>
    importContent(db, {
      root: resolve(folder),
      dataDir,
      cacheDir: MEDIA_CACHE,
      now: Date.now(),
      isReplacement: true,
      report(done, total) {
        if (done % 50 === 0 || done === total) print(`media ${done} of ${total}`)
      },
    }),
  )
  printChanges(report.changes, print)
  printEdits(report, print)
  print(`${folder} is imported.`)
  await publishImport(dataDir, print)
}

/** Waits until the site shows what was imported. @throws CommandError when the site refuses it */
async function publishImport(dataDir: string, print: (line: string) => void): Promise<void> {
  if (!isServerRunning(dataDir)) {
    print(`No server runs on ${dataDir}: "npm start" builds the site from this content.`)
    return
  }
  print('Waiting for the site.')
  const answer = await sendRequest(dataDir, { kind: 'publish', forced: false })
  if (!answer) {
    print('The running API has sent the change to its site; it is not on this machine to wait for.')
    return
  }
  if (!answer.done) throw new CommandError(answer.text)
  print(answer.text)
}

const RowsSchema = v.array(
  v.object({
    id: v.number(),
    slug: v.string(),
    published: v.number(),
    zh: v.nullable(v.string()),
    en: v.nullable(v.string()),
  }),
)

function listKind(db: Database, { given, print }: CommandCall): void {
  const kind = readKind(given[0])
  const title = (lang: string) =>
    `coalesce(json_extract(data, '$.title."${lang}"'), json_extract(data, '$.name."${lang}"'))`
  const sql = `SELECT id, slug, published, ${title('zh-cn')} AS zh, ${title('en')} AS en
    FROM content_source WHERE kind = ? ORDER BY id`
  const rows = v.parse(RowsSchema, db.prepare(sql).all(kind))
  for (const { id, slug, published, zh, en } of rows) {
    const titles = [zh, en].filter((text) => text !== null).map(plain)
    print([String(id), published ? 'shown ' : 'hidden', slug, ...titles].join('  '))
  }
  const edits = readStoredEdits(db).filter((one) => one.kind === kind)
  for (const { edits: list, ...key } of edits) {
    for (const edit of list) print(`set beside the folder: ${nameEdit({ ...key, edit })}`)
  }
  print(`${rows.length} of ${kind}`)
}

const KINDS = `KIND: ${SOURCE_KINDS.join(', ')}`

export const contentCommands: readonly Command[] = [
  {
    name: 'content import',
    usage: 'content import DIR',
    summary:
      'Replace the content by that of a folder; beside a running server it waits until the site shows it',
    arguments: 1,
    run: runImport,
  },
  {
    name: 'content check',
    usage: 'content check DIR',
    summary: 'Tell every fault of a content folder and change nothing',
    arguments: 1,
    async run({ print, given: [folder = ''] }) {
      checkContentFolder(resolve(folder), Date.now())
      print(`${folder} is in order`)
    },
  },
  {
    name: 'content list',
    usage: 'content list KIND',
    summary: `What there is and what was set. ${KINDS}`,
    arguments: 1,
    run: (call) => withExistingDatabase(call.config().dataDir, (db) => listKind(db, call)),
  },
  {
    name: 'content set',
    usage: 'content set KIND ID FIELD VALUE [--lang L]',
    summary:
      'Set one field (title, shows.12.note, body.0.text); stands until the folder changes that field',
    arguments: 4,
    options: ['lang'],
    run: (call) =>
      withExistingDatabase(call.config().dataDir, (db) =>
        printChanges(runSet(db, call), call.print),
      ),
  },
  ...[true, false].map((published): Command => {
    const name = published ? 'publish' : 'unpublish'
    return {
      name: `content ${name}`,
      usage: `content ${name} KIND ID`,
      summary: `${published ? 'Show' : 'Hide'} an item; stands until the folder changes "published"`,
      arguments: 2,
      run: (call) =>
        withExistingDatabase(call.config().dataDir, (db) => {
          printChanges(runPublish(db, call, published), call.print)
        }),
    }
  }),
]
