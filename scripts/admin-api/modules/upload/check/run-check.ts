import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { UploadKind } from '#api/upload.ts'
import { CHECKS } from '../limits.ts'
import { VerdictSchema, WRONG_TYPE, type FileVerdict } from './verdict.ts'

const PROGRAM = fileURLToPath(new URL('check-file.ts', import.meta.url))
const PROJECT = fileURLToPath(new URL('../../../../..', import.meta.url))
/** Code only: the data folder next to it contains a secret. */
const READABLE = ['package.json', 'node_modules', 'src', 'scripts'].map((name) => PROJECT + name)
const PAGE_BYTES = 4096
const WATCH_MS = 50
/** Signals that stop this program and its child processes; they are not a verdict. */
const STOP_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

export interface CheckJob {
  kind: UploadKind
  path: string
  /** File for the re-encoded picture. */
  output: string
}

function buildArguments({ kind, path, output }: CheckJob): string[] {
  return [
    `--max-old-space-size=${CHECKS.heapMiB}`,
    '--no-warnings',
    // Node's permission model: no other files, no child processes, no threads.
    '--permission',
    ...[...READABLE, path].map((readable) => `--allow-fs-read=${readable}`),
    ...(kind === 'avatar' ? ['--allow-addons', `--allow-fs-write=${output}`] : []),
    PROGRAM,
    kind,
    path,
    output,
  ]
}

/**
 * Kills a check that exceeds its memory limit, or when this program exits. V8's own limit does not count
 * buffers. Reads the resident memory from /proc, so only on Linux; elsewhere the other limits apply.
 * @returns the function that stops watching
 */
function watchMemory(child: ChildProcess, memoryMiB: number): () => void {
  const kill = () => void child.kill('SIGKILL')
  const timer = setInterval(async () => {
    const statm = await readFile(`/proc/${child.pid}/statm`, 'latin1').catch(() => '')
    const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
    if (resident > memoryMiB * 1024 * 1024) kill()
  }, WATCH_MS)
  process.once('exit', kill)
  return () => {
    clearInterval(timer)
    process.off('exit', kill)
  }
}

/**
 * Checks an untrusted file in a sandboxed process without access to secrets, with limits of time and memory.
 * A file that exceeds the limits is refused.
 * @throws Error when the process fails for a reason unrelated to the file
 */
export function runCheck(job: CheckJob): Promise<FileVerdict> {
  const { promise, resolve, reject } = Promise.withResolvers<FileVerdict>()
  const timeout = CHECKS.timeoutMs[job.kind]
  const child = execFile(
    process.execPath,
    buildArguments(job),
    { cwd: PROJECT, env: {}, timeout, killSignal: 'SIGKILL', maxBuffer: 64_000 },
    (error: ExecFileException | null, stdout, stderr) => {
      stopWatching()
      // Killed for time or memory, or crashed.
      if (error?.signal && !STOP_SIGNALS.has(error.signal)) return resolve(WRONG_TYPE)
      if (error) return reject(new Error(`file check failed: ${stderr.slice(0, 2000)}`))
      try {
        resolve(v.parse(VerdictSchema, JSON.parse(stdout)))
      } catch (cause) {
        reject(new Error('file check returned no verdict', { cause }))
      }
    },
  )
  const stopWatching = watchMemory(child, CHECKS.memoryMiB[job.kind])
  return promise
}
