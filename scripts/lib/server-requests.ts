import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { isServerRunning, rejectRoot } from './lock-data-dir.ts'
import { poll, type StopPolling } from './poll.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

// Commands send requests to the server of the same data folder through files, which needs neither an address
// nor a port. Access to the folder is sufficient authorisation, because it allows the same changes.

const RequestSchema = v.variant('kind', [
  v.object({ kind: v.literal('publish'), forced: v.boolean() }),
  v.object({ kind: v.literal('roll-back'), id: v.optional(v.string()) }),
])
export type PublishRequest = v.InferOutput<typeof RequestSchema>

const ResponseSchema = v.object({ done: v.boolean(), text: v.string() })
/** Success of a request, and a message for the terminal. */
export type PublishResponse = v.InferOutput<typeof ResponseSchema>

const POLL_EVERY_MS = 100
const ACCEPT_WITHIN_MS = 3000
/** Interval of checks whether the server that accepted a request still runs. */
const CHECK_EVERY_MS = 1000

const getFolder = (dataDir: string) => path.join(dataDir, 'requests')

/** Handles the requests of commands in a data folder. */
export async function handleRequests(
  dataDir: string,
  handle: (request: PublishRequest) => Promise<PublishResponse>,
  onError: (error: unknown) => void,
): Promise<StopPolling> {
  const folder = getFolder(dataDir)
  // Requests to an earlier server have timed out.
  await rm(folder, { recursive: true, force: true })

  async function accept(name: string): Promise<void> {
    const accepted = path.join(folder, name.replace(/\.request$/, '.accepted'))
    try {
      // Renaming is atomic: either the server accepts the request or the command withdraws it.
      await rename(path.join(folder, name), accepted)
    } catch {
      return
    }
    try {
      const request = v.safeParse(RequestSchema, JSON.parse(await readFile(accepted, 'utf8')))
      const response = request.success
        ? await handle(request.output)
        : { done: false, text: 'The server does not support this request.' }
      await writeFileAtomically(
        accepted.replace(/\.accepted$/, '.response'),
        JSON.stringify(response),
      )
    } finally {
      // Without a response, as on a full disk, the command must not wait for it.
      await rm(accepted, { force: true })
    }
  }

  async function acceptAll(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    // Requests run concurrently: a rollback must not wait for a build.
    for (const name of names) if (name.endsWith('.request')) void accept(name).catch(onError)
  }
  return poll(acceptAll, POLL_EVERY_MS, onError)
}

/**
 * Sends a request to the server of a data folder.
 * @param onWait called while waiting for the response
 * @returns the response; undefined when no server has accepted the request
 * @throws ExpectedError when root uses a data folder of another user
 */
export async function sendRequest(
  dataDir: string,
  request: PublishRequest,
  onWait: () => Promise<void> = async () => {},
): Promise<PublishResponse | undefined> {
  rejectRoot(dataDir)
  const stem = path.join(getFolder(dataDir), randomUUID())
  await writeFileAtomically(`${stem}.request`, JSON.stringify(request))
  const deadline = performance.now() + ACCEPT_WITHIN_MS
  let checkedAt = performance.now()
  let isServerGone = false
  for (;;) {
    const isPending = existsSync(`${stem}.request`) || existsSync(`${stem}.accepted`)
    const text = await readFile(`${stem}.response`, 'utf8').catch(() => undefined)
    if (text !== undefined) {
      await rm(`${stem}.response`, { force: true })
      return v.parse(ResponseSchema, JSON.parse(text))
    }
    if (isServerGone) return { done: false, text: 'The server stopped before it was done.' }
    if (!isPending) return { done: false, text: 'The server did not respond: its log states why.' }
    if (performance.now() > deadline && (await withdraw(`${stem}.request`))) return undefined
    if (performance.now() - checkedAt > CHECK_EVERY_MS && existsSync(`${stem}.accepted`)) {
      checkedAt = performance.now()
      // A killed server leaves the accepted request. The next round reads a response of its last moment.
      isServerGone = !isServerRunning(dataDir)
    }
    await onWait()
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS / 2))
  }
}

/** Withdraws a request. @returns false when a server has accepted it */
async function withdraw(file: string): Promise<boolean> {
  try {
    await rename(file, `${file}.withdrawn`)
    await rm(`${file}.withdrawn`, { force: true })
    return true
  } catch {
    return false
  }
}
