import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { createConfig, createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'

const MAIN = fileURLToPath(new URL('../../scripts/admin-api/main.ts', import.meta.url))

/** Memory of a process in MiB: now, and at its highest so far. */
export function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/**
 * The embedded API with the content of the tests as a separate process on the loopback interface:
 * what an attack costs it can be measured, and it ends with the attack.
 */
export async function startAttackedApi(settings: Record<string, string> = {}) {
  const folder = createTemporaryFolder()
  const imported = await startAdminApi(createConfig(folder.path), {
    logger: pino({ level: 'silent' }),
    contentDir: FIXTURE,
  })
  await imported.close()
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder.path,
      ADMIN_API_PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let url: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    url = /admin API at (http\S+)/.exec(line)?.[1]
    if (url !== undefined) break
  }
  if (url === undefined || child.pid === undefined) throw new Error('the API did not start')
  return {
    url,
    pid: child.pid,
    dataDir: folder.path,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      folder[Symbol.dispose]()
    },
  }
}
