import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createVisitor, readCode, readMailedCode } from '#tests/support/visitor.ts'
import { activityForm, writeCourseForm } from './application-forms.ts'
import { breakTable, readSql } from '#tests/support/database.ts'

const MOBILE = '+8613812345678'
const EMAIL = 'lin.log@example.org'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

test('logs of a member’s whole visit contain no personal data and no secrets', async () => {
  const visitor = createVisitor(api)
  const secrets: string[] = [MOBILE, MOBILE.slice(3), MOBILE.slice(-8), EMAIL]

  await visitor.sendCode(MOBILE)
  const code = await readCode(api, MOBILE)
  const wrong = code === '000000' ? '111111' : '000000'
  const tryLogIn = (tried: string) =>
    visitor.call('POST /api/user/login', { body: { mobile: MOBILE, code: tried, agreed: true } })
  expect((await tryLogIn(wrong)).code).toBe(500202)
  api.clock.now += 60_000
  const { token, profile } = await visitor.logIn(MOBILE)
  secrets.push(token, token.slice(3), visitor.cookies.get('sid') ?? '?')
  const messages = await readSql(api.db, sql`SELECT text FROM message`)
  secrets.push(...messages.map((row) => String(row['text'])))

  const member = { id: profile.user_id, headers: { token, cookie: '' } }
  const courseApplication = await writeCourseForm(api, member)
  const activityApplication = {
    ...activityForm,
    name: 'Name-in-log',
    hope: 'Hope-in-log',
    mobile: MOBILE,
  }
  await visitor.read('POST /api/account/profile', { body: { nickname: 'Nick-in-log' } })
  await visitor.read('GET /api/account/profile')
  await visitor.call('POST /api/account/completeEmail', { body: { step: 'send', email: EMAIL } })
  const mailedCode = await readMailedCode(api, EMAIL)
  await visitor.read('POST /api/course/activity_apply', { body: activityApplication })
  expect(
    (await visitor.call('POST /api/course/activity_apply', { body: activityApplication })).code,
  ).toBe(500301)
  await visitor.read('POST /api/course/apply', { body: courseApplication })
  expect(
    (
      await visitor.call('POST /api/course/apply', {
        body: { ...courseApplication, mobile: '13812345678' },
      })
    ).code,
  ).toBe(400)
  await visitor.read('GET /api/account/applications')
  secrets.push('Name-in-log', 'Hope-in-log', 'Nick-in-log', courseApplication.self_introduction)

  // A failed write logs where it failed, without the data.
  await breakTable(api, 'user', 'update')
  const broken = await visitor.call('POST /api/account/profile', {
    body: { nickname: 'Nick-in-log' },
  })
  expect(broken.code).toBe(500)
  await visitor.read('POST /api/user/logout', { body: { everywhere: true } })
  expect((await visitor.call('GET /api/account/profile')).code).toBe(401)

  const log = api.logs.join('\n')
  expect(api.logs.length).toBeGreaterThan(14)
  for (const secret of secrets) expect(log).not.toContain(secret)
  // A code may occur inside times and numbers, so only standalone values are checked.
  expect(log).not.toMatch(new RegExp(`["':\\s](${code}|${wrong}|${mailedCode})["',\\s]`))
  for (const line of api.logs) expect(line.length).toBeLessThan(4000)
})
