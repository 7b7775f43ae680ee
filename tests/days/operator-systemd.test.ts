import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  SHARED_CACHE,
  makeCleanClone,
  makeTemporaryFolder,
  runCommand,
} from '#tests/support/clean-clone.ts'

const UNIT = 'deploy/entracte.service'

/** Reads a setting of the shipped systemd unit. */
async function readUnit(name: string): Promise<string> {
  const unit = await readFile(UNIT, 'utf8')
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  if (value === undefined) throw new Error(`the unit has no ${name}`)
  return value
}

/** Ids of all descendants of a process. */
function listDescendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const children = rows.filter(([, parent]) => parent === pid).map(([child = 0]) => child)
  return children.flatMap((child) => [child, ...listDescendants(child)])
}

/** Whether a process runs; zombies do not count. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}

test('all processes of the unit stop in time after SIGTERM, even during a build', async () => {
  const clone = await makeCleanClone()
  const dataDir = await makeTemporaryFolder('entracte-unit')
  const settings = await readFile('deploy/entracte.env', 'utf8')
  await writeFile(
    join(clone, '.env'),
    settings
      .replace(/^DATA_DIR=.*$/m, `DATA_DIR=${dataDir}`)
      .replace(/^BUILD_CACHE_DIR=.*$/m, `BUILD_CACHE_DIR=${join(dataDir, 'build')}`),
  )
  const command = (await readUnit('ExecStart')).replace('/opt/entracte', clone)
  const [program = '', ...args] = command.split(' ')
  const start = runCommand(clone, [program, ...args], {
    ...SHARED_CACHE,
    NODE_ENV: await readUnit('Environment=NODE_ENV'),
    SITE_PORT: '0',
    ADMIN_API_PORT: '0',
    CONTENT_DIR: 'tests/fixtures/content',
  })
  await start.waitForOutput(/\] Pages/)
  // Staff commands use the unit's data folder without further settings.
  const admin = 'npm run --silent admin --'
  const list = runCommand(clone, ['sh', '-c', `${admin} content list artists`])
  expect([await list.exited, list.output()]).toEqual([0, expect.stringContaining('SLUG')])
  const children = listDescendants(start.pid)
  expect(children.length).toBeGreaterThan(0)

  const stopMs = 1000 * Number(await readUnit('TimeoutStopSec'))
  const deadline = AbortSignal.timeout(stopMs)
  const late = new Promise<string>((settle) =>
    deadline.addEventListener('abort', () => settle('killed by the service manager')),
  )
  start.kill('SIGTERM')
  expect(await Promise.race([start.exited, late])).toBe(0)
  await expect.poll(() => children.filter(isRunning), { timeout: stopMs }).toEqual([])
})

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).error === undefined

test.skipIf(!hasAnalyzer)('systemd accepts the unit', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' })
  // The program is installed at /opt/entracte, which does not exist on this machine.
  const faults = stderr.split('\n').filter((line) => line !== '' && !line.includes('/opt/entracte'))
  expect(faults.filter((line) => line.includes('entracte.service'))).toEqual([])
})
