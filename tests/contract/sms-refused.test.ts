import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { scheduleDeletion } from '#scripts/admin-api/personal-data/deletion.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { sendAllMessages } from '#tests/support/send-all-messages.ts'
import type { SmsFaultMode } from '#tests/support/sms/phone-book.ts'
import { startGateways } from '#tests/support/sms/start-gateways.ts'

const MINUTE = 60_000
const DOMESTIC = '+8613800138000'
const FOREIGN = '+447400123456'

let settings: Record<string, string>
let clock: { now: number }
let api: TestAdminApi
const gateways = await startGateways(() => clock.now)
const { aliyun, tencent, settingsOf } = gateways
afterAll(gateways.close)
beforeEach(gateways.reset)
afterEach(() => api.close())

/** Opens the API with templates of the message, and queues it for a new member. */
async function queue(messenger: string, mobile: string, aliyunTemplate = 'SMS_154950909') {
  settings = {
    ...settingsOf(messenger),
    ALIYUN_SMS_TEMPLATES: `code.zh-cn=SMS_154950909 account_deletion.zh-cn=${aliyunTemplate}`,
    TENCENT_SMS_TEMPLATES: 'code.zh-cn=1110001:code account_deletion.zh-cn=1110001:date',
  }
  api = await openAdminApi({ settings })
  clock = api.clock
  const { id: userId } = await createMember(api, mobile)
  await api.db.transaction((trx) => scheduleDeletion(trx, userId, clock.now))
}
const readMessage = () =>
  api.db.query
    .selectFrom('member_message')
    .select(['id', 'state', 'tries', 'fault'])
    .where('channel', '=', 'sms')
    .executeTakeFirstOrThrow()
const setFaultModes = (faultMode: SmsFaultMode) => {
  for (const { state } of gateways.all) state.faultMode = faultMode
}
const listSent = () => gateways.all.flatMap(({ sent }) => sent)

test.each([
  ['aliyun', DOMESTIC, 'aliyun isv.MOBILE_NUMBER_ILLEGAL'],
  ['tencent', DOMESTIC, 'tencent InvalidParameterValue.IncorrectPhoneNumber'],
  ['twilio', FOREIGN, 'twilio 21614'],
])('a message is not sent again if %s refuses the number', async (name, mobile, fault) => {
  await queue(name, mobile)
  setFaultModes('wrong number')
  await sendAllMessages(api)
  const { id, ...message } = await readMessage()
  expect(message).toEqual({ state: 'failed', tries: 1, fault })
  const log = api.logs.join('')
  expect(log).toContain(`given up: npm run admin -- messages show ${id}`)
  expect(log).not.toContain(mobile)
  const { output } = await runAdminLine(api, `messages show ${id}`, { settings })
  expect(output).toContain(`State failed after 1 tries (${fault})`)
  setFaultModes('none')
  clock.now += 60 * MINUTE
  await sendAllMessages(api)
  expect(listSent()).toEqual([])
})

test('a message is not sent again if the gateway refuses the template', async () => {
  await queue('aliyun', DOMESTIC, 'SMS_1')
  await sendAllMessages(api)
  expect(await readMessage()).toMatchObject({
    state: 'failed',
    fault: 'aliyun isv.SMS_TEMPLATE_ILLEGAL',
  })
})

test('a message is sent later if one gateway refuses it and the other one is down', async () => {
  await queue('aliyun,tencent', DOMESTIC)
  aliyun.state.faultMode = 'wrong number'
  tencent.state.faultMode = 'unreachable'
  await sendAllMessages(api)
  expect(await readMessage()).toMatchObject({ state: 'waiting', tries: 1 })
  tencent.state.faultMode = 'none'
  clock.now += 2 * MINUTE
  await sendAllMessages(api)
  expect(await readMessage()).toMatchObject({ state: 'sent', tries: 2 })
  expect(listSent()).toEqual(tencent.sent)
})
