import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { UploadKind } from '#api/upload.ts'
import { CHECKS } from '../limits.ts'
import { VerdictSchema, WRONG_TYPE, type Verdict } from './verdict.ts'

const PROGRAM = fileURLToPath(new URL('check-file.ts', import.meta.url))
const PROJECT = fileURLToPath(new URL('../../../../..', import.meta.url))
/** Code only: beside it lies the data folder, with a secret. */
const READABLE = ['package.json', 'node_modules', 'src', 'scripts'].map((name) => PROJECT + name)
const PAGE_BYTES = 4096
const WATCH_MS = 50
/** Whoever stops this program stops its processes too: that is no verdict. */
const STOPS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

export interface CheckJob {
  kind: UploadKind
  path: string
  /** Where a picture is drawn again. */
  output: string
}

function buildArguments({ kind, path, output }: CheckJob): string[] {
  return [
    `--max-old-space-size=${CHECKS.heapMiB}`,
    '--no-warnings',
    // Node's permission model: no other file, no program, no thread.
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
 * Ends a process that takes too much memory: V8's own limit does not count buffers. Only Linux says
 * how much a process takes; elsewhere the other limits have to do. It ends with this program, too.
 */
function watch(child: ChildProcess, memoryMiB: number): () => void {
  const kill = () => void child.kill('SIGKILL')
  const timer = setInterval(async () => {
    const statm = await readFile(`/proc/${child.pid}/statm`, 'latin1').catch(() => '')
    const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
    if (resident > memoryMiB * 1024 * 1024) kill()
  }, WATCH_MS)
  // Whoever watches the time of a check must not leave it behind.
  process.once('exit', kill)
  return () => {
    clearInterval(timer)
    process.off('exit', kill)
  }
}

/**
 * Looks into one file of a stranger, in a process of its own that can hurt nobody: without secrets,
 * with seconds and some hundred MiB. A file that takes more than that is refused.
 * @throws Error when the process did not work, which says nothing about the file
 */
export function runCheck(job: CheckJob): Promise<Verdict> {
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
  const timeout = CHECKS.timeoutMs[job.kind]
  const child = execFile(
    process.execPath,
    buildArguments(job),
    { cwd: PROJECT, env: {}, timeout, killSignal: 'SIGKILL', maxBuffer: 64_000 },
    (error: ExecFileException | null, stdout, stderr) => {
      stopWatching()
      // Another signal ended it: ours for time or memory, or that of a crash.
      if (error?.signal && !STOPS.has(error.signal)) return resolve(WRONG_TYPE)
      if (error) return reject(new Error(`the check of a file failed: ${stderr.slice(0, 2000)}`))
      try {
        resolve(v.parse(VerdictSchema, JSON.parse(stdout)))
      } catch (cause) {
        reject(new Error('the check of a file gave no verdict', { cause }))
      }
    },
  )
  const stopWatching = watch(child, CHECKS.memoryMiB[job.kind])
  return promise
}
