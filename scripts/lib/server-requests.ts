import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { poll, type StopPolling } from './poll.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

// What a command asks of the server that runs on the same data folder goes through files: no address
// is needed, no port is open for it, and who may write to the folder may do all of it anyway.

const RequestSchema = v.variant('kind', [
  v.object({ kind: v.literal('publish'), forced: v.boolean() }),
  v.object({ kind: v.literal('roll-back'), id: v.optional(v.string()) }),
])
export type PublishRequest = v.InferOutput<typeof RequestSchema>

const AnswerSchema = v.object({ done: v.boolean(), text: v.string() })
/** Whether it was done, and what to tell. */
export type PublishAnswer = v.InferOutput<typeof AnswerSchema>

const LOOK_EVERY_MS = 100
const TAKEN_WITHIN_MS = 3000

const folderOf = (dataDir: string) => path.join(dataDir, 'requests')

/** Answers the requests that commands leave in a data folder. */
export async function answerRequests(
  dataDir: string,
  answer: (request: PublishRequest) => Promise<PublishAnswer>,
  onError: (error: unknown) => void,
): Promise<StopPolling> {
  const folder = folderOf(dataDir)
  // Whoever asked a server that is gone does not wait any more.
  await rm(folder, { recursive: true, force: true })

  async function take(name: string): Promise<void> {
    const taken = path.join(folder, name.replace(/\.ask$/, '.taken'))
    try {
      // Only one of the asker, who may take it back, and us succeeds in moving it.
      await rename(path.join(folder, name), taken)
    } catch {
      return
    }
    const request = v.safeParse(RequestSchema, JSON.parse(await readFile(taken, 'utf8')))
    const said = request.success
      ? await answer(request.output)
      : { done: false, text: 'The server does not know this request.' }
    await writeFileAtomically(taken.replace(/\.taken$/, '.answer'), JSON.stringify(said))
    await rm(taken, { force: true })
  }

  async function look(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    // Nobody waits for a build that another command asked for.
    for (const name of names) if (name.endsWith('.ask')) void take(name).catch(onError)
  }
  return poll(look, LOOK_EVERY_MS, onError)
}

/**
 * Asks the server that runs on a data folder.
 * @param onWait called while its answer is awaited
 * @returns its answer, or nothing when no server runs there: then nothing was done
 */
export async function sendRequest(
  dataDir: string,
  request: PublishRequest,
  onWait: () => Promise<void> = async () => {},
): Promise<PublishAnswer | undefined> {
  const stem = path.join(folderOf(dataDir), randomUUID())
  await writeFileAtomically(`${stem}.ask`, JSON.stringify(request))
  const deadline = performance.now() + TAKEN_WITHIN_MS
  let isTaken = false
  for (;;) {
    const isThere = existsSync(`${stem}.ask`) || existsSync(`${stem}.taken`)
    const text = await readFile(`${stem}.answer`, 'utf8').catch(() => undefined)
    if (text !== undefined) {
      await rm(`${stem}.answer`, { force: true })
      return v.parse(AnswerSchema, JSON.parse(text))
    }
    if (!isThere) return { done: false, text: 'The server stopped before it was done.' }
    if (!isTaken && performance.now() > deadline) {
      const isBack = await takeBack(`${stem}.ask`)
      if (isBack) return undefined
      isTaken = true
    }
    await onWait()
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS / 2))
  }
}

async function takeBack(file: string): Promise<boolean> {
  try {
    await rename(file, `${file}.back`)
    await rm(`${file}.back`, { force: true })
    return true
  } catch {
    return false
  }
}
