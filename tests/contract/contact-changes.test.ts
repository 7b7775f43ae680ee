import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resendMessage } from '#scripts/admin-api/messages/outbox/for-staff.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { checkAndClose } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runAdminLine, runStaffLine } from '#tests/support/run-admin.ts'
import { sendAllMessages } from '#tests/support/send-all-messages.ts'
import { createVisitor, readCode, readMailedCode } from '#tests/support/visitor.ts'

const MOBILE = '+8613800137000'
const NEW_MOBILE = '+8613800137001'
const EMAIL = 'lin@example.org'
const NEW_EMAIL = 'lin.new@example.org'
const MINUTE = 60_000

let api: TestAdminApi
let visitor: ReturnType<typeof createVisitor>

beforeAll(async () => {
  api = await openAdminApi()
  visitor = createVisitor(api)
  await visitor.logIn(MOBILE)
  await completeEmail(EMAIL)
})
beforeEach(() => void (api.clock.now += 2 * MINUTE))
afterAll(() => checkAndClose(api))

async function completeEmail(email: string): Promise<void> {
  const call = (body: object) => visitor.read('POST /api/account/completeEmail', { body })
  await call({ step: 'send', email })
  await call({ step: 'confirm', email, code: await readMailedCode(api, email.toLowerCase()) })
}

async function changeMobile(current: string, mobile: string): Promise<void> {
  await visitor.sendCode(current, 'confirm')
  const confirm_code = await readCode(api, current)
  api.clock.now += MINUTE
  await visitor.sendCode(mobile, 'change_mobile')
  const body = { mobile, confirm_code, code: await readCode(api, mobile) }
  await visitor.read('POST /api/account/change_mobile', { body })
}

/** Sends the queued messages. @returns their kinds, channels and addresses */
async function sendMessages() {
  await sendAllMessages(api)
  const messages = api.db.query.selectFrom('member_message').where('state', '=', 'sent')
  const rows = await messages.select(['kind', 'channel', 'target', 'title']).orderBy('id').execute()
  await api.db.transaction((trx) => trx.deleteFrom('member_message').execute())
  return rows
}

test('a first e-mail address is announced to nobody', async () => {
  expect(await sendMessages()).toEqual([])
})

test('a changed e-mail address is announced to the previous one', async () => {
  await completeEmail(NEW_EMAIL)
  expect(await sendMessages()).toMatchObject([
    { kind: 'email_changed', channel: 'mail', target: EMAIL },
    { kind: 'email_changed', channel: 'account', target: null },
  ])
})

test('the same e-mail address again is no change, also in capitals', async () => {
  await completeEmail('Lin.New@Example.ORG')
  expect(await sendMessages()).toEqual([])
})

test('a changed phone number is announced to the previous number and by mail', async () => {
  await changeMobile(MOBILE, NEW_MOBILE)
  expect(await sendMessages()).toMatchObject([
    { kind: 'mobile_changed', channel: 'mail', target: NEW_EMAIL },
    { kind: 'mobile_changed', channel: 'sms', target: MOBILE },
    { kind: 'mobile_changed', channel: 'account', target: null },
  ])
})

test('the same phone number again is no change', async () => {
  await changeMobile(NEW_MOBILE, NEW_MOBILE)
  expect(await sendMessages()).toEqual([])
})

test('the notice of a change is resent to the number or address that it was for', async () => {
  await completeEmail(EMAIL)
  // The number of codes in an hour is limited.
  api.clock.now += 60 * MINUTE
  await changeMobile(NEW_MOBILE, '+8613800137002')
  await sendAllMessages(api)
  const rows = await api.db.query.selectFrom('member_message').selectAll().execute()
  await api.db.transaction(async (trx) => {
    for (const row of rows) await resendMessage(trx, row, api.clock.now)
  })
  expect(await sendMessages()).toMatchObject([
    { kind: 'email_changed', channel: 'mail', target: NEW_EMAIL },
    { kind: 'email_changed', channel: 'account', target: null },
    { kind: 'mobile_changed', channel: 'mail', target: EMAIL },
    { kind: 'mobile_changed', channel: 'sms', target: NEW_MOBILE },
    { kind: 'mobile_changed', channel: 'account', target: null },
  ])
})

test('staff change the number of a member who has lost it', async () => {
  const [lost, found] = ['+8613800137003', '+8613800137004']
  const { id, headers } = await createMember(api, lost)
  const plan = await runStaffLine(api, `members change-phone ${lost} ${found} --dry-run`)
  expect(plan).toContain(`Member ${id} logs in with ${found}`)
  await runStaffLine(api, `members change-phone ${lost} ${found} --yes`)
  expect(await sendMessages()).toMatchObject([
    { kind: 'mobile_changed', channel: 'sms', target: lost },
    { kind: 'mobile_changed', channel: 'account', target: null },
  ])
  const { envelope } = await api.call('GET /api/account/profile', { headers })
  expect(envelope.code).toBe(401)
  await visitor.logIn(found)
  expect(await visitor.read('GET /api/account/profile')).toMatchObject({ mobile: found })
})

test('staff cannot give a member the number of another account', async () => {
  const line = ['members', 'change-phone', '+8613800137004', '+8613800137002', '--yes']
  const { code, errors } = await runAdminLine(api, line)
  expect([code, errors]).toEqual([1, expect.stringContaining('Another account has')])
})

test('change-phone names the member who already has the number', async () => {
  const { id } = await createMember(api, '+8613800137005')
  const line = ['members', 'change-phone', '+8613800137005', '13800137005', '--yes']
  const { code, errors } = await runAdminLine(api, line)
  expect([code, errors]).toEqual([1, `Member ${id} already has the phone number +8613800137005`])
})

test('browsers that used a code of a previous number or address are forgotten', async () => {
  const mobile = '+8613800137006'
  await completeEmail('lin.once@example.org')
  api.clock.now += MINUTE
  await completeEmail('lin.now@example.org')
  await changeMobile('+8613800137004', mobile)
  const devices = await api.db.query.selectFrom('known_device').select('target').execute()
  const targets = devices.map(({ target }) => target)
  expect(targets).toEqual(expect.arrayContaining([mobile, 'lin.now@example.org']))
  expect(targets).not.toContain('+8613800137004')
  expect(targets).not.toContain('lin.once@example.org')
})
