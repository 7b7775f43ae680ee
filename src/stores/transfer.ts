import { isTemporary, TOO_MANY_CALLS } from '#api/codes.ts'
import {
  completeUpload,
  createUpload,
  discardUpload,
  type Upload,
  type UploadKind,
} from '#api/upload.ts'
import type { CallResult } from '#client/create-client.ts'
import { NetworkError, TimeoutError } from '#client/errors.ts'
import { callApi } from './client.ts'
import type { DraftFile } from './drafts.ts'
import { readToken } from './session.ts'

/** Why an upload failed. */
export type UploadFault =
  | { kind: 'refused'; code: number; data: unknown }
  | { kind: 'unreadable' }
  | { kind: 'failed' }

/** State of an upload. `waiting` waits for login, `offline` for the network; `sent` is in bytes. */
export interface Transfer {
  status: 'waiting' | 'sending' | 'paused' | 'offline' | 'checking' | 'done' | 'failed'
  sent: number
  upload: Upload | null
  fault: UploadFault | null
}

type SendFile = typeof import('./send-file.ts').sendFile
type Task = ReturnType<SendFile>

/** The environment of a transfer; substituted in tests. */
export interface TransferEnvironment {
  call: typeof callApi
  isMember: () => boolean
  now: () => number
  send: (...job: Parameters<SendFile>) => Promise<Task>
  /** Resolves when the network may be back. */
  waitForNetwork: () => Promise<void>
}

const RETRY_MS = 5000
const HTTP_TOO_MANY_REQUESTS = 429

const browser: TransferEnvironment = {
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
  /** Stored state of the file. */
  draft: DraftFile
  /** Stores the state for resuming on a later visit. */
  save: (draft: DraftFile) => void
  report: (transfer: Transfer) => void
}

const getHttpStatus = (error: unknown): number | null | undefined =>
  error instanceof Error && 'status' in error ? (error.status as number | null) : undefined

/** Statuses after which an upload resumes: no response, a stalled request, and an unreachable or slow server. */
const INTERRUPTIONS = new Set<unknown>([null, 408, 502, 504])

const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  INTERRUPTIONS.has(getHttpStatus(error))

/** A temporary failure of the storage provider, such as a full disk, counts as a refusal with its code. */
function toFault(error: unknown): UploadFault {
  const own = error instanceof Error && 'code' in error ? error.code : undefined
  const code = getHttpStatus(error) === HTTP_TOO_MANY_REQUESTS ? TOO_MANY_CALLS : own
  const isRefused = typeof code === 'number' && isTemporary(code)
  return isRefused ? { kind: 'refused', code, data: null } : { kind: 'failed' }
}

async function isReadable(file: File): Promise<boolean> {
  const start = file.slice(0, 1).text()
  return (await start.catch(() => null)) !== null
}

/** Whether the storage provider responded with a 4xx: the grant is used, expired or unknown. */
const isGrantInvalid = (error: unknown): boolean => {
  const status = getHttpStatus(error) ?? 0
  return status >= 400 && status < 500 && status !== HTTP_TOO_MANY_REQUESTS
}

/**
 * Uploads one file: requests a grant, sends the file, then requests its check. It waits for login and
 * network, can be paused, and resumes after a reload.
 */
export function createTransfer({ kind, draft: initial, save, report }: Options, env = browser) {
  let draft = initial
  let state: Transfer = { status: 'waiting', sent: 0, upload: null, fault: null }
  let task: Task | null = null
  // Number of the current run; results of earlier runs are ignored.
  let current = 0
  // A response that arrives after the removal of the file would show and store it again.
  let isOver = false

  const isCurrent = (run: number): boolean => run === current
  const show = (change: Partial<Transfer>): void => {
    if (isOver) return
    state = { ...state, ...change }
    report(state)
  }
  const update = (change: Partial<DraftFile>): void => {
    if (isOver) return
    draft = { ...draft, ...change }
    save(draft)
  }
  const fail = (fault: UploadFault): void => show({ status: 'failed', fault })
  /** After a session has ended, the upload goes on with the next login. */
  const stopAt = (result: Exclude<CallResult<unknown>, { status: 'ok' }>): void =>
    result.status === 'refused' ? fail({ ...result, kind: 'refused' }) : show({ status: 'waiting' })

  async function getGrant(run: number) {
    const { grant, file } = draft
    // An upload that has started may be completed after its grant has expired.
    if (grant && (draft.url !== null || Date.parse(grant.expires_at) > env.now())) return grant
    const result = await env.call(createUpload, {
      body: { kind, name: file.name, bytes: file.size, mime: file.type },
    })
    if (result.status !== 'ok') {
      if (isCurrent(run)) stopAt(result)
      return null
    }
    update({ grant: result.data, url: null })
    return result.data
  }

  async function attempt(run: number): Promise<void> {
    const grant = await getGrant(run)
    if (grant === null || !isCurrent(run)) return
    // A file of an earlier visit is only confirmed again: the API deletes files that no form has used for days.
    const isUploaded = draft.upload !== null
    if (!isUploaded) {
      task = await env.send({
        file: draft.file,
        grant,
        url: draft.url,
        onUrl: (url) => update({ url }),
        onProgress: (sent) => isCurrent(run) && show({ status: 'sending', sent }),
      })
      if (!isCurrent(run)) return task.stop()
      await task.finished
      if (!isCurrent(run)) return
    }
    show({ status: 'checking', sent: draft.file.size })
    const result = await env.call(completeUpload, {
      body: { upload_id: grant.upload_id, ticket: grant.ticket },
    })
    if (!isCurrent(run)) return
    if (result.status === 'ok') {
      update({ upload: result.data })
      return show({ status: 'done', upload: result.data })
    }
    // After a temporary refusal the provider keeps the sent data, and only the check is repeated.
    if (result.status === 'refused' && !isTemporary(result.code)) {
      update({ grant: null, url: null, upload: null })
      if (isUploaded) return attempt(run)
    }
    stopAt(result)
  }

  async function start(): Promise<void> {
    current += 1
    const run = current
    if (!env.isMember()) return show({ status: 'waiting' })
    show({ status: 'sending', fault: null })
    let isRenewed = false
    while (isCurrent(run)) {
      try {
        return await attempt(run)
      } catch (error) {
        // A file on a removed drive fails like a connection.
        const isUnreadable = isUnreachable(error) && !(await isReadable(draft.file))
        if (!isCurrent(run)) return
        if (isUnreadable) return fail({ kind: 'unreadable' })
        if (isUnreachable(error)) {
          show({ status: 'offline' })
          await env.waitForNetwork()
        } else if (isGrantInvalid(error) && !isRenewed) {
          isRenewed = true
          update({ grant: null, url: null })
        } else return fail(toFault(error))
      }
    }
  }

  function interrupt(): void {
    current += 1
    task?.stop()
    task = null
  }
  function stop(): void {
    interrupt()
    isOver = true
  }

  return {
    start,
    pause(): void {
      interrupt()
      show({ status: 'paused' })
    },
    /** Stops the upload and deletes the sent file. */
    cancel(): void {
      stop()
      const id = draft.upload?.id ?? draft.grant?.upload_id
      // The API deletes discarded files after a day anyway.
      if (id !== undefined)
        void env.call(discardUpload, { body: { upload_id: id } }).catch(() => {})
    },
    /** Ends this transfer; a later visit may resume the upload. */
    stop,
  }
}
