import { sql } from 'kysely'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { applyToActivity, writeCourseForm } from './application-forms.ts'
import { readCsv, runStaff } from './application-staff.ts'
import { readRow, readSql, runSql } from '#tests/support/database.ts'

/** Texts that a spreadsheet would evaluate or a terminal would execute. */
const EVIL = {
  name: `=HYPERLINK("http://evil.example","click")`,
  job: '+1+1',
  special_needs: `@SUM(A1), "quoted",\r\nnext line`,
  hope: '－2 ＝3',
  similar_before_note: '\u001B[2J\u202Etxt.exe',
  social_account: '-1',
}

let api: TestAdminApi
let [lin, evil]: TestMember[] = []
let course: Awaited<ReturnType<typeof writeCourseForm>>
beforeAll(async () => {
  api = await openAdminApi()
  lin = await createMember(api)
  evil = await createMember(api)
  course = await writeCourseForm(api, lin)
  await api.read('POST /api/course/apply', { headers: lin.headers, body: course })
  await applyToActivity(api, evil, EVIL)
  // Stored before inputs were sanitised: the export must not rely on it.
  const row = await readRow(api.db, sql`SELECT answers FROM application WHERE id = 2`)
  const { similar_before_note, special_needs } = EVIL
  const answers = { ...JSON.parse(String(row?.['answers'])), similar_before_note, special_needs }
  await runSql(
    api.db,
    sql`UPDATE application SET answers = ${JSON.stringify(answers)} WHERE id = 2`,
  )
})
afterAll(() => api.close())

async function exportRows(name: string, options: Record<string, string> = {}) {
  const file = join(api.dataDir, name)
  await runStaff(api, 'export', [file], options)
  const text = readFileSync(file, 'utf8')
  const [head = [], ...rows] = readCsv(text.slice(1))
  const read = (row: string[] = []) =>
    Object.fromEntries(head.map((title, index) => [title.split(' ')[0], row[index]]))
  return { file, text, head, rows, read }
}

describe('spreadsheet export', () => {
  test('contains every answer of every form', async () => {
    const { head, rows, read } = await exportRows('all.csv')
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toHaveLength(head.length)
    expect(read(rows[0])).toMatchObject({
      类别: 'course',
      项目: '全年工作坊',
      状态: 'received',
      提交时间: '2027-05-05T12:00:00+08:00',
      姓名: course.name,
      年龄: '20',
      学校: course.school,
      职业: '',
      邮箱: course.email,
      手机: `'${course.mobile}`,
      一镜到底: '是 Yes',
      自我介绍: course.self_introduction,
      期待: course.hope,
      了解渠道: '朋友推荐 A friend told me; 其他 Other',
      渠道说明: course.heard_from_note,
      社交账号: course.social_account,
      文件: 'resume: my resume; video: my video',
    })
  })

  test('is UTF-8 with BOM for Excel and neutralises formulas in answers', async () => {
    const { text, rows, read } = await exportRows('evil.csv', { kind: 'activity' })
    expect(text.codePointAt(0)).toBe(0xfe_ff)
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@\t\r＝＋－＠]/)
    expect(read(rows[0])).toMatchObject({
      姓名: `'${EVIL.name}`,
      职业: `'${EVIL.job}`,
      特殊需求: `'${EVIL.special_needs}`,
      期待: `'${EVIL.hope}`,
      参加过类似工作坊: '是 Yes',
      社交平台: '微博 Weibo',
      社交账号: `'-1`,
    })
  })

  test('applies its filters, is readable by its owner only, and overwrites no file', async () => {
    const { file, rows } = await exportRows('none.csv', { status: 'accepted' })
    expect(rows).toEqual([])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(runStaff(api, 'export', [file])).rejects.toThrow('the file already exists')
    await expect(runStaff(api, 'export', ['/nowhere/x.csv'])).rejects.toThrow('/nowhere/x.csv')
    await expect(runStaff(api, 'export', ['x'], { status: 'gone' })).rejects.toThrow(
      'Allowed choices are received, in_review',
    )
  })
})

test('"applications list" has a line for each application, oldest first', async () => {
  const lines = (await runStaff(api, 'list')).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(
    /^C-000001 {3}2027-05-05 12:00 {2}received {2}course +2 {2}全年工作坊 +林 Lin +\+86\d{11}$/,
  )
  const some = await runStaff(api, 'list', [], { kind: 'activity', status: 'received' })
  expect(some).toContain('1 application')
})

test('"applications show" prints the answers, the history and the paths of the files', async () => {
  const text = await runStaff(api, 'show', [1])
  expect(text).toContain('Application 1 (C-000001): course 2, 全年工作坊')
  expect(text).toContain('自我介绍 Self-introduction: I sing.')
  expect(text).toContain('2027-05-05T12:00:00+08:00  received')
  expect(text).toMatch(/video: my video \(1\.0 MiB\)\n {4}\/\S+key-\d+/)
  const [audit] = await readSql(
    api.db,
    sql`SELECT data FROM audit_log WHERE action = 'application show'`,
  )
  expect(JSON.parse(String(audit?.['data']))).toMatchObject({ id: 1 })
})

test('control characters in answers do not reach the terminal', async () => {
  const text = await runStaff(api, 'show', [2])
  expect(text).toContain('[2J txt.exe')
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
})
