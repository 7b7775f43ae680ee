// npm run publish:rollback [-- ID]: makes an earlier release the live one; the one before it, or ID. A
// running server switches within the second; without one the next start serves it.
import { parseArgs } from 'node:util'
import { readSiteConfig } from '../serve/config.ts'
import { listReleases, readCurrentRelease } from './releases.ts'
import { sendRequest, type PublishAnswer } from '../lib/server-requests.ts'
import { openStore } from './store.ts'
import { findRollbackTarget, RollbackError, switchRelease } from './switch-release.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const { dataDir } = readSiteConfig()

async function rollBackAlone(id: string | undefined): Promise<PublishAnswer> {
  const before = await readCurrentRelease(dataDir)
  if (!before) return { done: false, text: `There is no release in ${dataDir}.` }
  try {
    const next = await findRollbackTarget(dataDir, openStore(dataDir), before.id, id)
    await switchRelease(dataDir, { before, next, rolledBackFrom: before.id }, new Date())
    return { done: true, text: `${next.id} is live; no server runs here now.` }
  } catch (error) {
    if (error instanceof RollbackError) return { done: false, text: error.message }
    throw error
  }
}

if (values.list) {
  const live = (await readCurrentRelease(dataDir))?.id
  for (const id of await listReleases(dataDir)) console.log(id === live ? `${id}  live` : id)
} else {
  const [id] = positionals
  const request = { kind: 'roll-back', ...(id !== undefined && { id }) } as const
  const begun = performance.now()
  const answer = (await sendRequest(dataDir, request)) ?? (await rollBackAlone(id))
  console.log(`${answer.text} (${Math.round(performance.now() - begun)} ms)`)
  process.exitCode = answer.done ? 0 : 1
}
