import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import { createTemporaryFolder, openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { runScript } from '#tests/support/run-script.ts'
import { applyToActivity } from './application-forms.ts'

let api: TestAdminApi
let member: TestMember
beforeAll(async () => {
  api = await openAdminApi()
  member = await createMember(api)
  await applyToActivity(api, member)
})
afterAll(() => api.close())

describe('npm run admin -- applications', () => {
  const run = (dataDir: string, ...args: string[]) =>
    runScript(dataDir, 'admin-api/admin.ts', ...args)

  test('decides an application while the server runs, which shows the decision at once', async () => {
    const lock = lockDataDir(api.dataDir)
    try {
      const { code, output } = await run(api.dataDir, 'applications', 'accept', '1')
      expect([code, output]).toEqual([0, 'Application 1 was received and is now accepted\n'])
      const { applications } = await api.read('GET /api/account/applications', member)
      expect(applications[0]).toMatchObject({ status: 'accepted' })
    } finally {
      lock.release()
    }
  })

  test('accepts the reference that the applicant quotes', async () => {
    const lines = await run(api.dataDir, 'applications', 'list')
    expect(lines.output).toContain('A-000001')
    const { code, output } = await run(api.dataDir, 'applications', 'show', 'a-000001')
    expect([code, output]).toEqual([0, expect.stringContaining('A-000001')])
  })

  test('reports errors with the matching exit code', async () => {
    const cases: [string[], number, string][] = [
      [['applications', 'accept', '99'], 1, 'There is no application 99'],
      ...['show', 'accept', 'withdraw', 'reopen'].map((word): [string[], number, string] => [
        ['applications', word, 'C-000001'],
        1,
        'There is no application C-000001, only A-000001',
      ]),
      [['applications', 'accept'], 2, "missing required argument 'id'"],
      [['applications', 'accept', '1', '--kind', 'course'], 2, "unknown option '--kind'"],
      [['applications', 'list', '--kind=play'], 2, 'Allowed choices are course, activity.'],
      [['applications', 'list', '--sort', 'x'], 2, "unknown option '--sort'"],
      [['applications'], 2, 'applications export <file.csv>'],
    ]
    for (const [words, code, text] of cases) {
      const { output, errors, ...result } = await runAdminLine(api, words)
      expect([result.code, output + errors]).toEqual([code, expect.stringContaining(text)])
    }
    using empty = createTemporaryFolder()
    const result = await run(empty.path, 'applications', 'list')
    expect([result.code, result.output]).toEqual([1, expect.stringContaining('check DATA_DIR')])
    expect(result.output).not.toMatch(/\n {4}at /)
  })
})
