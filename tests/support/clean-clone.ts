import { spawn } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { copyProject } from './copy-project.ts'

/**
 * Shares the content-addressed cache of images and fonts between tests. It is empty in a fresh checkout.
 */
export const SHARED_CACHE = { BUILD_CACHE_DIR: resolve('node_modules/.cache/entracte') }

/** Copies the project to a clean clone, which is removed when the test ends. */
export async function makeCleanClone(sharesPackages = false): Promise<string> {
  const clone = await copyProject(sharesPackages)
  onTestFinished(() => rm(clone, { recursive: true, force: true, maxRetries: 5 }))
  return clone
}

/** An empty folder outside the project, removed when the test ends. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `${prefix}-`)))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/**
 * Runs a documented command, such as `npm start`, in a folder. Variables of the test run that
 * configure the product are not passed on. In the checkout, `.env` is ignored: it may contain the settings of an
 * installation. The command and its children end with the test.
 */
export function runCommand(
  cwd: string,
  [program, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH,
      HOME,
      ASTRO_TELEMETRY_DISABLED: '1',
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      ...(resolve(cwd) === resolve('.') && { NODE_ENV: 'test' }),
      ...env,
    },
    // A separate process group, so that the test can end everything that the command started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} could not be started`)
  let text = ''
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
      notify()
    })
  }
  let hasExited = false
  const exited = new Promise<number | string>((settle) => {
    child.on('close', (code, signal) => {
      hasExited = true
      settle(code ?? signal ?? 'unknown')
      notify()
    })
  })
  onTestFinished(() => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The whole group has exited.
    }
  })

  return {
    pid,
    /** The output so far, standard output and standard error. */
    output: (): string => text,
    /** Resolves with the first match; rejects when the command exits without printing one. */
    waitForOutput: (pattern: RegExp) =>
      new Promise<RegExpMatchArray>((settle, fail) => {
        const check = () => {
          const match = text.match(pattern)
          if (!match && !hasExited) return
          listeners.delete(check)
          if (match) settle(match)
          else fail(new Error(`${program} exited without printing ${pattern}:\n${text}`))
        }
        listeners.add(check)
        check()
      }),
    /** Resolves with the exit code, or with the name of the signal that ended the command. */
    exited,
    /** Ends the command as Ctrl+C in a terminal does: the signal reaches its children, too. */
    interrupt: (): void => void process.kill(-pid, 'SIGINT'),
    /** Sends a signal to the command alone, not to its children. */
    kill: (signal: NodeJS.Signals = 'SIGTERM'): void => void child.kill(signal),
  }
}
export type RunningCommand = ReturnType<typeof runCommand>
