import { isTemporary, TOO_MANY_CALLS } from '#api/codes.ts'
import {
  completeUpload,
  createUpload,
  discardUpload,
  type Upload,
  type UploadKind,
} from '#api/upload.ts'
import { NetworkError, TimeoutError } from '#client/errors.ts'
import { callApi } from './client.ts'
import type { DraftFile } from './drafts.ts'
import { readToken } from './session.ts'

/** Why a file was not taken. */
export type UploadFault =
  { kind: 'unauthorized' } | { kind: 'refused'; code: number; data: unknown } | { kind: 'failed' }

/** Where a file is on its way. `waiting`: for a login; `offline`: for the network. */
export interface Transfer {
  status: 'waiting' | 'sending' | 'paused' | 'offline' | 'checking' | 'done' | 'failed'
  sent: number
  upload: Upload | null
  fault: UploadFault | null
}

interface Task {
  finished: Promise<void>
  stop: () => void
}

/** What a transfer needs of the world; tests give their own. */
export interface World {
  call: typeof callApi
  isMember: () => boolean
  now: () => number
  send: (job: Parameters<typeof import('./send-file.ts').sendFile>[0]) => Promise<Task>
  /** Resolves when it is worth trying again. */
  waitForNetwork: () => Promise<void>
}

const RETRY_MS = 5000
const HTTP_TOO_MANY_REQUESTS = 429

const browser: World = {
  call: callApi,
  isMember: () => readToken() !== null,
  now: Date.now,
  send: async (job) => (await import('./send-file.ts')).sendFile(job),
  waitForNetwork: () =>
    new Promise((resolve) => {
      addEventListener('online', () => resolve(), { once: true })
      setTimeout(() => navigator.onLine && resolve(), RETRY_MS)
    }),
}

interface Options {
  kind: UploadKind
  /** What is known of the file from before. */
  known: DraftFile
  /** Keeps what a later visit needs to go on. */
  remember: (known: DraftFile) => void
  report: (transfer: Transfer) => void
}

const statusOf = (error: unknown): number | null | undefined =>
  error instanceof Error && 'status' in error ? (error.status as number | null) : undefined

const isAway = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError || statusOf(error) === null

/** What the storage provider says of its own state, such as a full disk; undefined for other errors. */
const codeOf = (error: unknown): number | undefined => {
  if (statusOf(error) === HTTP_TOO_MANY_REQUESTS) return TOO_MANY_CALLS
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'number' && isTemporary(code) ? code : undefined
}

/** A 4xx of the storage provider: the grant is used up, expired or unknown there. */
const isGrantGone = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0
  return status >= 400 && status < 500 && status !== HTTP_TOO_MANY_REQUESTS
}

/**
 * Brings one file to the house: ask for a grant, send, have it checked. It waits for login and network,
 * can be paused, and goes on after a reload.
 */
export function createTransfer(
  { kind, known: before, remember, report }: Options,
  world = browser,
) {
  let known = before
  let state: Transfer = { status: 'waiting', sent: 0, upload: null, fault: null }
  let task: Task | null = null
  // Each start has its number: what an earlier one still brings is no longer wanted.
  let current = 0

  const isWanted = (run: number): boolean => run === current
  const show = (change: Partial<Transfer>): void => {
    state = { ...state, ...change }
    report(state)
  }
  const keep = (change: Partial<DraftFile>): void => {
    known = { ...known, ...change }
    remember(known)
  }
  const fail = (fault: UploadFault): void => show({ status: 'failed', fault })

  async function getGrant() {
    const { grant, file } = known
    // What was begun may be finished after the ticket to begin has expired.
    if (grant && (known.url !== null || Date.parse(grant.expires_at) > world.now())) return grant
    const answer = await world.call(createUpload, {
      body: { kind, name: file.name, bytes: file.size, mime: file.type },
    })
    if (answer.status !== 'ok') {
      fail(answer.status === 'refused' ? { ...answer, kind: 'refused' } : { kind: 'unauthorized' })
      return null
    }
    keep({ grant: answer.data, url: null })
    return answer.data
  }

  async function attempt(run: number): Promise<void> {
    const grant = await getGrant()
    if (grant === null || !isWanted(run)) return
    task = await world.send({
      file: known.file,
      grant,
      url: known.url,
      onUrl: (url) => keep({ url }),
      onProgress: (sent) => isWanted(run) && show({ status: 'sending', sent }),
    })
    if (!isWanted(run)) return task.stop()
    await task.finished
    if (!isWanted(run)) return
    show({ status: 'checking', sent: known.file.size })
    const answer = await world.call(completeUpload, {
      body: { upload_id: grant.upload_id, ticket: grant.ticket },
    })
    if (!isWanted(run)) return
    if (answer.status === 'ok') {
      keep({ upload: answer.data })
      return show({ status: 'done', upload: answer.data })
    }
    // What arrived stays there while the reason is temporary: only the check is repeated.
    const staysThere = answer.status === 'refused' && isTemporary(answer.code)
    if (!staysThere) keep({ grant: null, url: null })
    fail(answer.status === 'refused' ? { ...answer, kind: 'refused' } : { kind: 'unauthorized' })
  }

  async function start(): Promise<void> {
    current += 1
    const run = current
    if (known.upload) return show({ status: 'done', upload: known.upload, sent: known.file.size })
    if (!world.isMember()) return show({ status: 'waiting' })
    show({ status: 'sending', fault: null })
    let renewed = false
    while (isWanted(run)) {
      try {
        return await attempt(run)
      } catch (error) {
        if (!isWanted(run)) return
        if (isAway(error)) {
          show({ status: 'offline' })
          await world.waitForNetwork()
        } else if (isGrantGone(error) && !renewed) {
          renewed = true
          keep({ grant: null, url: null })
        } else {
          const code = codeOf(error)
          return fail(
            code === undefined ? { kind: 'failed' } : { kind: 'refused', code, data: null },
          )
        }
      }
    }
  }

  function stop(): void {
    current += 1
    task?.stop()
    task = null
  }

  return {
    start,
    pause(): void {
      stop()
      show({ status: 'paused' })
    },
    /** Stops for good and has the file deleted where it went. */
    cancel(): void {
      stop()
      const id = known.upload?.id ?? known.grant?.upload_id
      // What is not deleted now, the house deletes after a day.
      if (id !== undefined)
        void world.call(discardUpload, { body: { upload_id: id } }).catch(() => {})
    },
    stop,
  }
}
