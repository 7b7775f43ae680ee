// npm run check:incremental -- [EDITS] [EVERY]: checks that a site that the builder has updated
// incrementally, edit by edit, equals a full build byte for byte. Compares after every EVERY edits and at the
// end; prints each difference and exits with 1 if there is one. Before each comparison but the last, a
// message or a component is edited too and the builder restarts, as after a deployment.
import '#tests/support/skip-env-file.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import { importContent } from '#scripts/admin-api/content/import-content.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { DEMO_CONTENT } from '#scripts/admin-api/demo/demo-content.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import type { BuiltSite, ChangeScope } from '#scripts/publish/built-site.ts'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { readPublishConfig } from '#scripts/publish/config.ts'
import { createLiveBuilder, type LiveBuilder } from '#scripts/publish/create-live-builder.ts'
import { getDatabaseAddress } from '#tests/support/database.ts'
import { openEditedProject } from './edited-project.ts'
import { findPercentile } from './percentile.ts'
import { openEditedFolder } from './random-edits.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { readWholeNumber } from '#tests/support/read-whole-number.ts'

const {
  args: [edits, every],
} = readCommandLine(
  createProgram('npm run check:incremental --', 'Compares incremental builds with full ones.')
    .argument('[edits]', 'how many edits', readWholeNumber, 50)
    .argument('[every]', 'edits between two comparisons', readWholeNumber, 10),
)
const dataDir = await mkdtemp(join('node_modules', '.cache', 'entracte', 'compare-'))
const content = join(dataDir, 'content')
const project = openEditedProject(join(dataDir, 'project'))
const folder = openEditedFolder(DEMO_CONTENT, content, 7)
const environment = { DATA_DIR: dataDir, ADMIN_API_PORT: '0', LOG_LEVEL: 'error' }
// Pages contain the build time: with a fixed time, equal content makes equal pages.
const time = Date.now()
const config = readAdminApiConfig(environment)
const api = await startAdminApi(config, { logger: SILENT_LOGGER, now: () => time })

const openBuilder = (name: string): LiveBuilder =>
  createLiveBuilder({
    projectDir: project.folder,
    dataDir: join(dataDir, name),
    apiUrl: api.url,
    siteUrl: 'http://127.0.0.1:4321',
    limits: readPublishConfig({}).limits,
  })
const build = (builder: LiveBuilder, scope: ChangeScope = 'all'): Promise<BuiltSite> =>
  builder.build({ signal: new AbortController().signal, onProgress: () => {}, scope })

/** Imports the edited folder. @returns the changes, as in the webhook */
async function publishFolder(): Promise<ChangeScope> {
  const db = await openDatabase(getDatabaseAddress(dataDir), { isShared: true })
  const options = {
    root: content,
    dataDir,
    files: createFolderStore(dataDir),
    cacheDir: config.mediaCacheDir,
    now: () => time,
  }
  const { changes } = await importContent(db, options)
  await db.close()
  return changes.map(({ kind, id }) => ({ kind, id }))
}

/** Names of files that differ or exist in one site only. */
function findDifferences(first: BuiltSite, second: BuiltSite): string[] {
  const names = new Set([...first.files.keys(), ...second.files.keys()])
  return [...names].filter((name) => {
    const isSameFile = first.files.get(name)?.hash === second.files.get(name)?.hash
    const policies = [first, second].map(({ headers }) => JSON.stringify(headers.get(name)))
    return !isSameFile || policies[0] !== policies[1]
  })
}

let faults = 0
let incremental = openBuilder('live')
try {
  await build(incremental)
  const times: number[] = []
  for (let number = 1; number <= edits; number++) {
    const description = folder.edit()
    const scope = await publishFolder()
    const from = performance.now()
    let updated = await build(incremental, scope)
    times.push(performance.now() - from)
    console.log(`${number}. ${description} (${Math.round(times.at(-1) ?? 0)} ms)`)
    if (number % every !== 0 && number !== edits) continue
    if (number !== edits) {
      console.log(`   ${project.edit()}`)
      await incremental.close()
      incremental = openBuilder('live')
      updated = await build(incremental)
    }
    const full = openBuilder(`whole-${number}`)
    const differences = findDifferences(updated, await build(full))
    await full.close()
    faults += differences.length
    console.log(
      `   after ${number} edits: ${updated.files.size} files, ${differences.length} differ`,
    )
    for (const name of differences.slice(0, 10)) console.log(`   ${name}`)
  }
  console.log(
    `${edits} edits, median ${Math.round(findPercentile(times))} ms, ${faults} differences`,
  )
} finally {
  await incremental.close()
  await api.close()
  project.remove()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(faults === 0 ? 0 : 1)
