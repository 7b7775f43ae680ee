import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { createCheckProgram, type Arguments } from '#scripts/checks/api/create-check-program.ts'
import { runCommandLine } from '#scripts/lib/command-line/create-program.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/checks/check-api.ts', import.meta.url))
const run = (...line: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...line], { encoding: 'utf8' })

/** Parses a command line without a request. */
async function parse(...line: string[]) {
  const parsed: Arguments[] = []
  const errors: string[] = []
  const terminal = {
    print() {},
    printError: (text: string) => void errors.push(text),
    prompt: null,
  }
  const program = createCheckProgram(async (given) => void parsed.push(given), terminal)
  const code = await runCommandLine(program, line, terminal)
  return { code, given: parsed[0], errors: errors.join('\n') }
}

describe('the command line of check:api', () => {
  test('is a URL, a token and a language', async () => {
    expect(
      await parse('https://admin.example.org/', '--token', 'abc', '--lang', 'en'),
    ).toMatchObject({
      code: 0,
      given: { baseUrl: 'https://admin.example.org', token: 'abc', langs: ['en'] },
    })
    const { given } = await parse('http://localhost:4330')
    const sample = {
      baseUrl: 'http://localhost:4330',
      token: null,
      cookie: null,
      langs: SITE_LOCALES,
      isWhole: false,
    }
    expect(given).toEqual(sample)
    expect((await parse('http://localhost:4330', '--all')).given).toEqual({
      ...sample,
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
    [['http://a', '--lang', 'de'], 'Allowed choices are zh-cn, en, both'],
    [['http://a', '--token', ''], 'Expected a token without spaces'],
    [['http://a', '--cookie', 'abc'], 'Expected name=value'],
    [['http://a', '--more'], "unknown option '--more'"],
  ])('%j is refused as misuse', async (line, reason) => {
    const { code, errors, given } = await parse(...line)
    expect([code, errors, given]).toEqual([2, expect.stringContaining(reason), undefined])
  })

  test('exits with 2 and one short error on misuse, with 0 after --help', () => {
    const misused = run('--lang', 'de')
    expect(misused.status).toBe(2)
    expect(misused.stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
    expect(run('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: npm run check:api -- [options] <url>') as string,
    })
  })

  test('ends with 1 when something departs', () => {
    const { status, stdout } = run('http://127.0.0.1:1')
    expect(status).toBe(1)
    expect(stdout).toMatch(/\d+ calls?, \d+ endpoints?, \d+ differences?\n$/)
  })
})
