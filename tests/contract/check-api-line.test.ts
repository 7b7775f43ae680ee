import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { createCheckProgram } from '#scripts/checks/api/create-check-program.ts'
import type { ApiOptions } from '#scripts/checks/api/walk-api.ts'
import { runCommandLine } from '#scripts/lib/command-line/create-program.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/checks/check-api.ts', import.meta.url))
const run = (...line: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...line], { encoding: 'utf8' })

/** Parses a command line without sending a request. */
async function parse(...line: string[]) {
  const parsed: ApiOptions[] = []
  const errors: string[] = []
  const terminal = {
    print() {},
    printError: (text: string) => void errors.push(text),
    prompt: null,
  }
  const program = createCheckProgram(async (args) => void parsed.push(args), terminal)
  const code = await runCommandLine(program, line, terminal)
  return { code, args: parsed[0], errors: errors.join('\n') }
}

describe('command line of check:api', () => {
  test('takes a URL, a token and languages', async () => {
    expect(
      await parse('https://admin.example.org/', '--token', 'abc', '--lang', 'en'),
    ).toMatchObject({
      code: 0,
      args: { baseUrl: 'https://admin.example.org', token: 'abc', langs: ['en'] },
    })
    const { args } = await parse('http://localhost:4330')
    const defaults = {
      baseUrl: 'http://localhost:4330',
      token: null,
      cookie: null,
      langs: SITE_LOCALES,
      isWhole: false,
    }
    expect(args).toEqual(defaults)
    expect((await parse('http://localhost:4330/?#')).args).toEqual(defaults)
    expect((await parse('http://localhost:4330', '--all')).args).toEqual({
      ...defaults,
      isWhole: true,
    })
  })

  test.each([
    [[], "missing required argument 'url'"],
    [['admin.example.org'], 'Expected an http(s) address'],
    [['ftp://example.org'], 'Expected an http(s) address'],
    [['http://a', 'http://b'], 'too many arguments'],
    [['http://a/api'], 'Expected the address before /api'],
    [['http://a?b=c'], 'Expected an address without ? and #'],
    [['http://user:password@a'], 'Expected an address without a user'],
    [['http://a', '--lang', 'de'], 'Allowed choices are zh-cn, en, both'],
    [['http://a', '--token', ''], 'Expected a token without spaces'],
    [['http://a', '--cookie', 'abc'], 'Expected name=value'],
    [['http://a', '--more'], "unknown option '--more'"],
  ])('refuses %j with a usage error', async (line, reason) => {
    const { code, errors, args } = await parse(...line)
    expect([code, errors, args]).toEqual([2, expect.stringContaining(reason), undefined])
  })

  test('exits with 2 and a short error on misuse, and with 0 on --help', () => {
    const misused = run('--lang', 'de')
    expect(misused.status).toBe(2)
    expect(misused.stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
    expect(run('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: npm run check:api -- [options] <url>') as string,
    })
  })

  test('exits with 1 when there are differences', () => {
    const { status, stdout } = run('http://127.0.0.1:1')
    expect(status).toBe(1)
    expect(stdout).toMatch(/\d+ calls?, \d+ endpoints?, \d+ differences?\n$/)
  })
})
