// npm run publish:rollback [-- ID]: rolls back to the previous release or to ID. A running server
// switches within a second; without one, the next start serves that release.
import { confirmPlan, DRY_RUN_OPTION, YES_OPTION } from '../lib/command-line/confirm.ts'
import { createProgram, runMain } from '../lib/command-line/create-program.ts'
import { openTerminal } from '../lib/command-line/terminal.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { isServerRunning } from '../lib/lock-data-dir.ts'
import { sendRequest } from '../lib/server-requests.ts'
import { readSiteConfig } from '../serve/config.ts'
import { isPage } from '../serve/file-kinds.ts'
import { followFolder, openSharedReleases } from './open-shared-releases.ts'
import { listReleases, readCurrentRelease, readPointer, type Release } from './releases.ts'
import { readRetiredAssets, retireAssets } from './retired-assets.ts'
import type { SharedReleases } from './shared-releases.ts'
import { requireSite } from './status.ts'
import { openStore } from './store.ts'
import {
  findRollbackTarget,
  pointBack,
  pullRollbackTarget,
  switchRelease,
} from './switch-release.ts'

const terminal = openTerminal()

interface Location {
  dataDir: string
  /** The shared store; null when STORAGE_URL is not set. */
  shared: SharedReleases | null
}

async function printReleases({ dataDir, shared }: Location): Promise<void> {
  if (!shared) requireSite(dataDir)
  const live = shared ? await shared.readPointer() : await readPointer(dataDir)
  const ids = shared ? await shared.list() : await listReleases(dataDir)
  for (const id of ids) terminal.print(id === live?.id ? `${id}  live` : id)
}

/**
 * Requests the rollback from the server of a data folder, or performs it without a server.
 * @returns a message for the terminal
 */
async function rollBack(
  { dataDir, shared }: Location,
  { before, next, server }: { before: Release; next: Release; server: string },
): Promise<string> {
  // With a shared store, the server may run on another machine.
  const hasServer = shared === null || isServerRunning(server)
  const response = hasServer && (await sendRequest(server, { kind: 'roll-back', id: next.id }))
  if (response && !response.done) throw new ExpectedError(response.text)
  if (response) return response.text
  if (shared) {
    const retiredBefore = await readRetiredAssets(dataDir)
    const retired = retireAssets(before.files, next.files, retiredBefore, Date.now())
    await shared.pointTo(pointBack(before.id, next.id, await shared.readPointer()), retired)
    return `${next.id} is live; all processes switch within a second.`
  }
  await switchRelease(dataDir, { before, next, isRollback: true }, new Date())
  return `${next.id} is live; no server is running now.`
}

const describe = ({ id, files }: Release) => `${id} (${files.size} files)`

const MAX_LISTED = 20

/** Lists the pages that a rollback changes. */
function listChangedPages(before: Release, next: Release): string[] {
  const pages = [...new Set([...before.files.keys(), ...next.files.keys()])].filter(isPage)
  const getHash = (release: Release, page: string) => release.files.get(page)?.hash
  const changed = pages
    .filter((page) => getHash(before, page) !== getHash(next, page))
    .toSorted()
    .map((page) => {
      if (!next.files.has(page)) return `removed  ${page}`
      return before.files.has(page) ? `changed  ${page}` : `added    ${page}`
    })
  const more = changed.length - MAX_LISTED
  return [
    `Pages that differ: ${changed.length}`,
    ...changed.slice(0, MAX_LISTED).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

const program = createProgram('npm run publish:rollback --', 'Rolls back to an earlier release.')
  .argument('[id]', 'the release; defaults to the one before the live release')
  .option('--list', 'list the available releases')
  .option(...YES_OPTION)
  .option(...DRY_RUN_OPTION)
  .action(async (id, { list, ...consent }) => {
    const config = readSiteConfig()
    const dataDir = followFolder(config)
    const shared = await openSharedReleases({ ...config, dataDir })
    if (list) return printReleases({ dataDir, shared })
    if (shared) await pullRollbackTarget(dataDir, shared, id)
    const before = await readCurrentRelease(dataDir)
    if (!before) throw new ExpectedError(`There is no release in ${dataDir}.`)
    const next = await findRollbackTarget(dataDir, openStore(dataDir), before.id, id)
    const effects = [
      `Live now: ${describe(before)}`,
      `Live afterwards: ${describe(next)}, until staff edit content or run publish:now`,
      ...listChangedPages(before, next),
    ]
    const plan = { effects, question: 'Roll back?' }
    if (!(await confirmPlan(plan, consent, terminal))) return
    const startedAt = performance.now()
    const text = await rollBack({ dataDir, shared }, { before, next, server: config.dataDir })
    terminal.print(`${text} (${Math.round(performance.now() - startedAt)} ms)`)
  })

await runMain(program)
