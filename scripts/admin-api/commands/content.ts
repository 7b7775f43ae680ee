import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Argument, Option } from '@commander-js/extra-typings'
import { LOCALES } from '#api/language.ts'
import type { AppliedChange } from '../content/apply.ts'
import { inspectContentFolder } from '../content/check-folder.ts'
import { importContent, type ImportReport } from '../content/import-content.ts'
import { initContent } from '../content/init-content.ts'
import { writeSchemas } from '../content/json-schemas.ts'
import { writeReference } from '../content/write-reference.ts'
import { SOURCE_KINDS } from '../content/sources.ts'
import { readAllStored } from '../content/stored-sources.ts'
import { findRemoved, listRemovals, REMOVAL_ADVICE } from '../content/list-removals.ts'
import { describeProgress, readBuildProgress } from '../../lib/build-progress.ts'
import { writeContentFaults } from '../../lib/content-faults.ts'
import { openFileStore } from '../../lib/file-store/open-file-store.ts'
import { formatCount } from '../../lib/format-count.ts'
import { sendRequest } from '../../lib/server-requests.ts'
import type { Database } from '../db/open.ts'
import {
  confirmPlan,
  DRY_RUN_OPTION,
  YES_OPTION,
  type Consent,
} from '../../lib/command-line/confirm.ts'
import { JSON_OPTION } from '../../lib/command-line/table.ts'
import { isServerRunning } from '../../lib/lock-data-dir.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { listKind, nameEdit } from './content-list.ts'
import { runPublish, runSet, runUnset } from './content-fields.ts'
import { reportRestored } from '../orders/restored-dates.ts'
import { withDatabase, withDatabaseIfAny, withExistingDatabase } from './with-database.ts'

/** Maximum of printed changes; the rest is counted. */
const MAX_LINES = 50
/** Interval of progress reports while waiting for the site. */
const REPORT_EVERY_MS = 10_000

/** Fields that only change the visibility of an item. */
const WINDOW_FIELDS = new Set(['draft', 'published', 'published_at', 'expires_at'])
const WINDOW_WORDS: Record<AppliedChange['action'], string> = {
  added: 'public again',
  changed: 'changed ',
  removed: 'hidden',
}

function printChanges(
  changes: readonly AppliedChange[],
  print: (line: string) => void,
  field?: string,
): void {
  if (changes.length === 0) {
    print('Nothing changed')
    return
  }
  for (const { kind, id, slug, action } of changes.slice(0, MAX_LINES)) {
    const isWindow = field !== undefined && WINDOW_FIELDS.has(field)
    const isDraft = field === 'draft' && action === 'removed'
    const word = isDraft ? 'hidden as a draft' : isWindow ? WINDOW_WORDS[action] : action.padEnd(8)
    print(`${word} ${kind} ${id} (${slug})`)
  }
  if (changes.length > MAX_LINES) print(`and ${changes.length - MAX_LINES} more`)
}

function printEdits({ kept, dropped }: ImportReport, print: (line: string) => void): void {
  for (const edit of kept) print(`staff edit kept: ${nameEdit(edit)}`)
  for (const edit of dropped) print(`staff edit replaced by the folder: ${nameEdit(edit)}`)
}

function printWarnings(warnings: readonly string[], print: (line: string) => void): void {
  for (const warning of warnings) print(`warning: ${warning}`)
}

async function runImport(
  { config, terminal, now }: StaffContext,
  folder: string,
  consent: Consent,
): Promise<void> {
  const installation = config()
  const { contentDir, dataDir, mediaCacheDir: cacheDir } = installation
  const { print } = terminal
  const removals = await withDatabaseIfAny(installation, async (db) => {
    const query = db?.query ?? null
    const checked = await inspectContentFolder(resolve(folder), query, now())
    printWarnings(checked.warnings, print)
    if (!query) return []
    const removed = findRemoved(checked.folder, await readAllStored(query))
    return listRemovals(query, removed, now())
  })
  const effects = removals.map(
    ({ file, subject, records }) => `Removes ${subject} (${file}): ${records}`,
  )
  if (effects.length > 0) effects.push(REMOVAL_ADVICE)
  const plan = { effects, question: 'Import the folder anyway?' }
  const isAsked = effects.length > 0 || consent.dryRun
  if (isAsked && !(await confirmPlan(plan, consent, terminal))) return
  const files = await openFileStore(installation)
  const report = await withDatabase(installation, (db) =>
    reportRestored(db, print, () =>
      importContent(db, {
        root: resolve(folder),
        dataDir,
        files,
        cacheDir,
        now,
        isReplacement: true,
        report(done, total) {
          if (done % 50 === 0 || done === total) print(`media ${done} of ${total}`)
        },
      }),
    ),
  )
  // The running API may have refused the folder, for removals that are confirmed now.
  if (contentDir !== undefined && resolve(contentDir) === resolve(folder)) {
    await writeContentFaults(dataDir, [])
  }
  printChanges(report.changes, print)
  printEdits(report, print)
  print(`${folder} is imported.`)
  await publishImport(dataDir, print)
}

/** Waits until the site shows the imported content. @throws CommandError if the site refuses it */
async function publishImport(dataDir: string, print: (line: string) => void): Promise<void> {
  if (!isServerRunning(dataDir)) {
    print(`No server is running on ${dataDir}: the site is built from this content at its start.`)
    return
  }
  print('Waiting for the site.')
  const startedAt = performance.now()
  let nextMs = REPORT_EVERY_MS
  const result = await sendRequest(dataDir, { kind: 'publish', forced: false }, async () => {
    if (performance.now() - startedAt < nextMs) return
    const building = await readBuildProgress(dataDir)
    const step = building ? describeProgress(building) : 'waiting for the builder'
    print(`Still building, ${nextMs / 1000} s: ${step}.`)
    nextMs += REPORT_EVERY_MS
  })
  if (!result) {
    print('The running API notifies its site, which does not run on this machine.')
    return
  }
  if (!result.done) throw new CommandError(result.text)
  print(result.text)
}

const createKindArgument = () => new Argument('<kind>', 'kind of content').choices(SOURCE_KINDS)

/** Adds commands to import a content folder, and to edit single fields. */
export function addContentCommands(program: Program, context: StaffContext): void {
  const { terminal } = context
  const content = program.command('content').description('the content of the site')
  /** Edits a field and prints the changed items. */
  const edit = (field: string, run: (db: Database) => Promise<AppliedChange[]>) =>
    withExistingDatabase(context.config(), async (db) => {
      const changes = await reportRestored(db, terminal.print, () => run(db))
      printChanges(changes, terminal.print, field)
    })

  content
    .command('init')
    .description('write a small complete content folder as a starting point')
    .argument('<dir>', 'a new folder')
    .action(async (folder) => {
      await initContent(resolve(folder), context.now())
      terminal.print(`${folder} has one item of each kind. Edit it, then run:`)
      const argument = /^[\w./~-]+$/.test(folder) ? folder : `"${folder}"`
      terminal.print(`  npm run admin -- content check ${argument}`)
      terminal.print(`  npm run admin -- content import ${argument}`)
    })
  content
    .command('schemas')
    .description('write JSON Schemas, for completion and validation of YAML files in editors')
    .argument('<dir>', 'the content folder')
    .action(async (folder) => {
      if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}`)
      for (const name of await writeSchemas(resolve(folder))) terminal.print(join(folder, name))
    })
  content
    .command('reference')
    .description('write the reference of all fields, docs/content-format.md')
    .action(async () => {
      await writeFile('docs/content-format.md', writeReference())
      terminal.print('docs/content-format.md is written.')
    })
  content
    .command('import')
    .description(
      'replace the content with that of a folder; with a running server, wait until the site shows it',
    )
    .argument('<dir>', 'the content folder')
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((folder, consent) => runImport(context, folder, consent))
  content
    .command('check')
    .description('list all faults of a content folder without changes')
    .argument('<dir>', 'the content folder')
    .action(async (folder) => {
      const { warnings } = await withDatabaseIfAny(context.config(), (db) =>
        inspectContentFolder(resolve(folder), db?.query ?? null, context.now()),
      )
      printWarnings(warnings, terminal.print)
      const suffix = warnings.length > 0 ? `, with ${formatCount(warnings.length, 'warning')}` : ''
      terminal.print(`${folder} is valid${suffix}`)
    })
  content
    .command('list')
    .description('list the items of a kind, and staff edits')
    .addArgument(createKindArgument())
    .option(...JSON_OPTION)
    .action((kind, { json = false }) =>
      withExistingDatabase(context.config(), (db) =>
        listKind(db.query, kind, { terminal, json, now: context.now() }),
      ),
    )
  content
    .command('set')
    .description('edit a field; the edit overrides the folder until the folder changes that field')
    .addArgument(createKindArgument())
    .argument('<id>', 'id of the item, or name of the page')
    .argument('<field>', 'such as title, shows.12.note or body.0.text')
    .argument('<value>', 'the new value')
    .addOption(new Option('--lang <lang>', 'language of the text').choices(LOCALES))
    .action((kind, id, field, text, { lang }) =>
      edit(field, (db) => runSet(db, { kind, id, field, text, lang }, context.now())),
    )
  content
    .command('unset')
    .description('undo the edit of a field, so that the value of the folder applies again')
    .addArgument(createKindArgument())
    .argument('<id>', 'id of the item, or name of the page')
    .argument('<field>', 'as shown by `content list`')
    .addOption(new Option('--lang <lang>', 'language of the text').choices(LOCALES))
    .action((kind, id, field, { lang }) =>
      edit(field, (db) => runUnset(db, { kind, id, field, lang }, context.now())),
    )
  for (const published of [true, false]) {
    content
      .command(published ? 'publish' : 'unpublish')
      .description(`${published ? 'show' : 'hide'} an item, until the folder changes "published"`)
      .addArgument(createKindArgument())
      .argument('<id>', 'id of the item')
      .action((kind, id) =>
        edit('published', (db) => runPublish(db, { kind, id, published }, context.now())),
      )
  }
}
