import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCleanClone, runCommand } from '#tests/support/clean-clone.ts'

const env = { NODE_ENV: 'development' }

/** Runs a documented command until it exits. */
async function run(
  clone: string,
  command: readonly [string, ...string[]],
  variables: Record<string, string> = env,
) {
  const running = runCommand(clone, command, variables)
  return { code: await running.exited, output: running.output() }
}

test('every command reads .env of the project folder, and environment variables take precedence', async () => {
  const clone = await makeCleanClone(true)
  const settings = [
    'SITE_PORT=from-file',
    'DATA_DIR=data-of-file',
    'ADMIN_API_PORT=from-file',
    'IMAGE_CDN_TEMPLATE=from-file',
    'SITE_PROT=4400',
    'SITE_LOCALES=en',
  ]
  writeFileSync(join(clone, '.env'), settings.join('\n'))

  const start = await run(clone, ['npm', 'start'], { ...env, SITE_PORT: 'from-environment' })
  expect(start.code).toBe(78)
  expect(start.output).toContain('SITE_PROT is not a setting: did you mean SITE_PORT?')
  expect(start.output).toContain('The configuration has 3 faults:')
  expect(start.output).toContain('SITE_PORT: given "from-environment"')
  for (const name of ['ADMIN_API_PORT', 'IMAGE_CDN_TEMPLATE']) {
    expect(start.output).toContain(`${name}: given "from-file", expected`)
  }

  const dev = await run(clone, ['npm', 'run', 'dev'])
  expect([dev.code, dev.output]).toEqual([
    78,
    expect.stringContaining('SITE_PORT: given "from-file"'),
  ])
  const build = await run(clone, ['npm', 'run', 'build'])
  expect([build.code, build.output]).toEqual([
    1,
    expect.stringContaining('IMAGE_CDN_TEMPLATE: given "from-file"'),
  ])
  const runAdmin = (...line: string[]) =>
    run(clone, ['npm', 'run', 'admin', '--', ...line], { ...env, ADMIN_API_PORT: '0' })
  const help = await runAdmin('messages', 'preview', '--help')
  expect(help.output).toContain('default: "en"')
  const admin = await runAdmin('orders', 'list')
  expect(admin.output).toContain('There is no database in data-of-file')
})
