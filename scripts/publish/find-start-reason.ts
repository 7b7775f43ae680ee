import type { ReceivedDeliveries } from './deliveries.ts'
import type { Live } from './open-live.ts'
import { findChange } from './read-inputs.ts'
import { listReleases, readPointer, readRelease, type Inputs } from './releases.ts'

/** The reason why the live release of a data folder is outdated; undefined when it is current. */
export async function findOutdatedReason(
  dataDir: string,
  live: Live,
  inputs: Inputs,
): Promise<string | undefined> {
  const pointer = await readPointer(dataDir)
  // After a rollback, a restart must not publish the same inputs again.
  const fromId = pointer?.rolledBackFrom
  const from = fromId === undefined ? undefined : await readRelease(dataDir, fromId)
  const versions = [from?.content, pointer?.held?.content]
  const isRolledBackContent = (content: string | undefined) =>
    from && content && findChange({ ...from, content }, inputs) === undefined
  if (versions.some(isRolledBackContent)) return undefined
  return findChange(live.release, inputs)
}

/** Whether a webhook was received after the last build of a data folder began. */
export async function hasMissedDelivery(
  dataDir: string,
  live: Live | undefined,
  deliveries: Pick<ReceivedDeliveries, 'readLatest'>,
): Promise<boolean> {
  const [newest] = await listReleases(dataDir)
  const release = newest === undefined ? undefined : await readRelease(dataDir, newest)
  const held = (await readPointer(dataDir))?.held
  const startedAt = [release?.createdAt, live?.release.createdAt, ...(held ? [held.at] : [])].map(
    (time) => Date.parse(time ?? ''),
  )
  const latest = (await deliveries.readLatest()) ?? 0
  return startedAt.every((time) => latest > time)
}
