import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { UNUSED_URL } from '#tests/serve/fake-api.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(readFileSync(`${root}/package.json`, 'utf8')),
)
/** The npm scripts that run our programs; `npm test` runs them and takes no arguments. */
const PROGRAMS = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file] = /^node ((?:scripts|tests)\/\S+\.ts)$/.exec(command) ?? []
  return file === undefined || name === 'test' ? [] : [[name, file] as const]
})

/** Runs a program like npm, with invalid settings for every program. */
const run = (file: string, ...line: string[]) => runWith({}, file, ...line)

const runWith = (more: Record<string, string>, file: string, ...line: string[]) =>
  runIn(root, more, file, ...line)

function runIn(cwd: string, more: Record<string, string>, file: string, ...line: string[]) {
  return new Promise<{ code: number; output: string; errors: string }>((done) => {
    const invalid = { SITE_PORT: 'none', ADMIN_API_PORT: 'none' }
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', ...invalid, ...more }
    execFile(
      process.execPath,
      [path.join(root, file), ...line],
      { cwd, env },
      (error, output, errors) => {
        const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0
        done({ code, output, errors })
      },
    )
  })
}

describe.concurrent('npm programs', () => {
  test.each(PROGRAMS)('%s describes itself with --help', async (name, file) => {
    const { code, output, errors } = await run(file, '--help')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(new RegExp(`^Usage: npm (?:run )?${name} -- `))
  })

  // One of each way to parse a command line; the others differ in their options only.
  const SOME = PROGRAMS.filter(([name]) => ['start', 'dev', 'serve', 'publish:now'].includes(name))
  test.each(SOME)('%s refuses an unknown option with a usage error', async (_name, file) => {
    const { code, output, errors } = await run(file, '--helo')
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain("unknown option '--helo'\n(Did you mean --help?)")
    expect(errors.trim().split('\n').length).toBeLessThanOrEqual(3)
  })
})

test.each([
  ['scripts/start.ts'],
  ['scripts/serve/main.ts'],
  ['scripts/admin-api/main.ts'],
  ['scripts/admin-api/admin.ts', 'content', 'check', 'nowhere'],
])('%s reports a misspelt variable', async (file, ...line) => {
  const { code, errors } = await runWith({ SITE_PROT: '4400' }, file, ...line)
  // 78 stops the service manager from restarting, see RestartPreventExitStatus in deploy/entracte.service.
  expect(code).toBe(file.endsWith('admin.ts') ? 1 : 78)
  expect(errors).toContain('SITE_PROT is not a setting: did you mean SITE_PORT?')
})

test('an invalid setting is one short error without a stack trace', async () => {
  const { code, errors } = await run('scripts/publish/show-status.ts')
  expect(code).toBe(1)
  expect(errors).toContain('SITE_PORT')
  expect(errors).not.toMatch(/^ +at /m)
})

test.each(['weigh', 'weigh:headers'])('%s reports a missing folder in one line', async (name) => {
  const file = PROGRAMS.find(([program]) => program === name)?.[1] ?? ''
  const { code, output, errors } = await run(file, 'nowhere')
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors.trim()).toBe('There is no folder nowhere: "npm run build" creates dist.')
})

test('weigh reads the default folder for an empty DATA_DIR', async () => {
  using folder = createTemporaryFolder()
  const empty = { DATA_DIR: '', SITE_PORT: '' }
  const { errors } = await runIn(folder.path, empty, 'scripts/checks/weigh-pages.ts')
  expect(errors).toContain('There is no release in .data:')
})

test('fonts:weight reports an address without a site in one line', async () => {
  const { code, output, errors } = await run('tests/load/measure-fonts.ts', UNUSED_URL)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors.trim()).toBe(`No site responds at ${UNUSED_URL}: start one, or name its address.`)
})
