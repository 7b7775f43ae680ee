import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeCleanClone, makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'

const UNIT = 'deploy/entracte.service'

/** The value of a setting of the shipped unit. */
async function readUnit(name: string): Promise<string> {
  const unit = await readFile(UNIT, 'utf8')
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  if (value === undefined) throw new Error(`the unit has no ${name}`)
  return value
}

/** Processes whose group is the one of a command. */
function countProcesses(group: number): number {
  const { stdout } = spawnSync('ps', ['-eo', 'pgid='], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => Number(line) === group).length
}

test('the whole process tree of the unit stops at SIGTERM in time, also during a build', async () => {
  const clone = await makeCleanClone()
  const command = (await readUnit('ExecStart')).replace('/opt/entracte', clone)
  const [program = '', ...args] = command.split(' ')
  const start = runCommand(clone, [program, ...args], {
    NODE_ENV: 'production',
    SITE_PORT: '0',
    ADMIN_API_PORT: '0',
    CONTENT_DIR: 'tests/fixtures/content',
    DATA_DIR: await makeTemporaryFolder('entracte-unit'),
  })
  await start.waitForOutput(/\] Pages/)
  expect(countProcesses(start.pid)).toBeGreaterThan(1)

  const stopMs = 1000 * Number(await readUnit('TimeoutStopSec'))
  const deadline = AbortSignal.timeout(stopMs)
  const late = new Promise<string>((settle) =>
    deadline.addEventListener('abort', () => settle('killed by the service manager')),
  )
  start.kill('SIGTERM')
  expect(await Promise.race([start.exited, late])).toBe(0)
  await expect.poll(() => countProcesses(start.pid)).toBe(0)
})

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).error === undefined

test.skipIf(!hasAnalyzer)('systemd accepts the unit', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' })
  // The program is installed at /opt/entracte, which does not exist on this machine.
  const faults = stderr.split('\n').filter((line) => line !== '' && !line.includes('/opt/entracte'))
  expect(faults.filter((line) => line.includes('entracte.service'))).toEqual([])
})
