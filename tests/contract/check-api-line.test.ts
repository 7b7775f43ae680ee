import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#api/language.ts'
import { readArguments, USAGE, UsageError } from '#scripts/checks/api/read-arguments.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/checks/check-api.ts', import.meta.url))
const run = (...line: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...line], { encoding: 'utf8' })

describe('the command line of check:api', () => {
  test('is a URL, a token and a language', () => {
    expect(readArguments(['https://admin.example.org/', '--token', 'abc', '--lang', 'en'])).toEqual(
      {
        baseUrl: 'https://admin.example.org',
        token: 'abc',
        langs: ['en'],
      },
    )
    expect(readArguments(['http://localhost:4330'])?.langs).toEqual(LOCALES)
    expect(readArguments(['--help'])).toBeNull()
  })

  test.each([
    [[]],
    [['admin.example.org']],
    [['ftp://example.org']],
    [['http://a', 'http://b']],
    [['http://a/api']],
    [['http://a?b=c']],
    [['http://a', '--lang', 'de']],
    [['http://a', '--token', '']],
    [['http://a', '--more']],
  ])('%j is not understood', (line) => {
    expect(() => readArguments(line)).toThrow(UsageError)
  })

  test('ends with 2 and the usage when it was not understood, 0 when help was asked for', () => {
    expect(run('--lang', 'de')).toMatchObject({ status: 2, stderr: expect.stringContaining(USAGE) })
    expect(run('--help')).toMatchObject({ status: 0, stdout: `${USAGE}\n` })
  })

  test('ends with 1 when something departs', () => {
    const { status, stdout } = run('http://127.0.0.1:1')
    expect(status).toBe(1)
    expect(stdout).toMatch(/\d+ calls, \d+ endpoints, \d+ departures\n$/)
  })
})
