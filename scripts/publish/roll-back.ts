// npm run publish:rollback [-- ID]: rolls back to the previous release or to ID. A running server
// switches within a second; without one, the next start serves that release.
import { confirmPlan, DRY_RUN_OPTION, YES_OPTION } from '../lib/command-line/confirm.ts'
import { createProgram, runMain } from '../lib/command-line/create-program.ts'
import { openTerminal } from '../lib/command-line/terminal.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { sendRequest } from '../lib/server-requests.ts'
import { readSiteConfig } from '../serve/config.ts'
import { listReleases, readCurrentRelease, type Release } from './releases.ts'
import { openStore } from './store.ts'
import { findRollbackTarget, switchRelease } from './switch-release.ts'

const terminal = openTerminal()

async function printReleases(dataDir: string): Promise<void> {
  const live = (await readCurrentRelease(dataDir))?.id
  for (const id of await listReleases(dataDir)) terminal.print(id === live ? `${id}  live` : id)
}

/** Requests the rollback from the running server, or performs it directly. @returns the outcome */
async function rollBack(dataDir: string, before: Release, next: Release): Promise<string> {
  const answer = await sendRequest(dataDir, { kind: 'roll-back', id: next.id })
  if (answer && !answer.done) throw new ExpectedError(answer.text)
  if (answer) return answer.text
  await switchRelease(dataDir, { before, next, rolledBackFrom: before.id }, new Date())
  return `${next.id} is live; no server is running now.`
}

const describe = ({ id, files }: Release) => `${id} (${files.size} files)`

const program = createProgram(
  'npm run publish:rollback --',
  'Makes an earlier release the live one.',
)
  .argument('[id]', 'the release; defaults to the one before the live one')
  .option('--list', 'list the available releases')
  .option(...YES_OPTION)
  .option(...DRY_RUN_OPTION)
  .action(async (id, { list, ...consent }) => {
    const { dataDir } = readSiteConfig()
    if (list) return printReleases(dataDir)
    const before = await readCurrentRelease(dataDir)
    if (!before) throw new ExpectedError(`There is no release in ${dataDir}.`)
    const next = await findRollbackTarget(dataDir, openStore(dataDir), before.id, id)
    const effects = [
      `Live now: ${describe(before)}`,
      `Live afterwards: ${describe(next)}, until staff edit content or run publish:now`,
    ]
    const plan = { effects, question: 'Roll back?' }
    if (!(await confirmPlan(plan, consent, terminal))) return
    const startedAt = performance.now()
    const text = await rollBack(dataDir, before, next)
    terminal.print(`${text} (${Math.round(performance.now() - startedAt)} ms)`)
  })

await runMain(program)
