import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registry } from '#scripts/lib/metrics.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { readNumber, readSql, runSql } from '#tests/support/database.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { SentSms, SmsFaultMode } from '#tests/support/sms/phone-book.ts'
import { startGateways } from '#tests/support/sms/start-gateways.ts'
import { createVisitor, type Visitor } from '#tests/support/visitor.ts'

const MINUTE = 60_000
const DOMESTIC = '+8613800138000'
const FOREIGN = '+447400123456'

let clock: { now: number }
let api: TestAdminApi
let visitor: Visitor
const gateways = await startGateways(() => clock.now)
const { aliyun, tencent, twilio, settingsOf } = gateways
afterAll(gateways.close)
beforeEach(async () => {
  gateways.reset()
  await open('aliyun,tencent,twilio')
})
afterEach(() => api.close())

async function open(messenger: string): Promise<void> {
  // The API of beforeEach is closed before opening another one.
  if (messenger !== 'aliyun,tencent,twilio') await api.close()
  api = await openAdminApi({ settings: settingsOf(messenger) })
  clock = api.clock
  visitor = createVisitor(api)
}

const send = (mobile: string, lang: 'zh-cn' | 'en' = 'zh-cn') =>
  visitor.call('POST /api/sms/send', { body: { mobile, purpose: 'login' }, lang })

const readCode = ({ text }: SentSms): string => /\d{6}/.exec(text)?.[0] ?? ''
const countSent = () => gateways.all.map(({ sent }) => sent.length)
const listDeliveries = async () => {
  const rows = await readSql(
    api.db,
    sql`SELECT gateway, state, reason FROM sms_delivery ORDER BY id`,
  )
  return rows.map(({ gateway, state, reason }) => [gateway, state, reason])
}

describe('SMS code', () => {
  test('is sent by the first gateway, with its template in the language of the member', async () => {
    expect((await send(DOMESTIC)).code).toBe(200)
    expect(aliyun.sent).toMatchObject([
      { to: DOMESTIC, text: expect.stringMatching(/^【测试剧场】您的验证码为\d{6}，/) },
    ])
    const [sms] = aliyun.sent
    if (!sms) throw new Error('nothing was sent')
    const body = { mobile: DOMESTIC, code: readCode(sms), agreed: true }
    expect((await visitor.call('POST /api/user/login', { body })).code).toBe(200)

    clock.now += 2 * MINUTE
    visitor = createVisitor(api)
    await send('+8613900139000', 'en')
    expect(aliyun.sent.at(-1)?.text).toMatch(/^【测试剧场】Your code is \d{6}\./)
    expect(countSent()).toEqual([2, 0, 0])
    expect(await listDeliveries()).toEqual([
      ['aliyun', 'accepted', ''],
      ['aliyun', 'accepted', ''],
    ])
  })

  test('for a foreign number is sent as text by the gateway for foreign numbers', async () => {
    await send(FOREIGN, 'en')
    expect(twilio.sent).toMatchObject([
      {
        to: FOREIGN,
        text: expect.stringMatching(/: your code is \d{6}\. It is valid for 5 minutes/),
      },
    ])
    expect(countSent()).toEqual([0, 0, 1])
  })

  test('requested again soon is sent by the other gateway', async () => {
    for (let n = 0; n < 3; n += 1) {
      expect((await visitor.sendCode(DOMESTIC)).code).toBe(200)
      clock.now += 2 * MINUTE
    }
    expect(countSent()).toEqual([2, 1, 0])
    expect(tencent.sent[0]?.text).toMatch(/^【测试剧场】您的验证码为\d{6}，/)
    // After 20 minutes the first gateway is used again.
    clock.now += 20 * MINUTE
    await visitor.sendCode(DOMESTIC)
    expect(countSent()).toEqual([3, 1, 0])
  })

  test.each([
    'unreachable',
    'server error',
    'captive portal',
    'lost response',
    'no balance',
    'too many',
    'wrong number',
  ] as const)('is sent by the second gateway if the first one fails (%s)', async (faultMode) => {
    aliyun.state.faultMode = faultMode
    expect((await send(DOMESTIC)).code).toBe(200)
    const [sms] = tencent.sent
    if (!sms) throw new Error('nothing was sent')
    const body = { mobile: DOMESTIC, code: readCode(sms), agreed: true }
    expect((await visitor.call('POST /api/user/login', { body })).code).toBe(200)
    expect(await listDeliveries()).toEqual([['tencent', 'accepted', '']])
    expect(api.logs.join('')).toContain('gateway rejected a message')
  })

  test('is sent once if the database cannot record the delivery', async () => {
    await runSql(api.db, sql`ALTER TABLE sms_delivery RENAME TO unavailable`)
    expect((await send(DOMESTIC)).code).toBe(200)
    expect(countSent()).toEqual([1, 0, 0])
  })

  test.each(['no balance', 'wrong number'] as const)(
    'that no gateway accepts (%s) is refused, and does not count as sent',
    async (faultMode) => {
      for (const gateway of [aliyun, tencent]) gateway.state.faultMode = faultMode
      expect((await send(DOMESTIC)).code).toBe(500210)
      for (const gateway of [aliyun, tencent]) gateway.state.faultMode = 'none'
      expect((await send(DOMESTIC)).code).toBe(200)
    },
  )

  test('is never sent by a foreign gateway to a domestic number, nor the reverse', async () => {
    for (const { state } of gateways.all) state.faultMode = 'unreachable'
    await send(DOMESTIC)
    await send(FOREIGN)
    const tried = api.logs.flatMap((line) => /"gateway":"(\w+)"/.exec(line)?.[1] ?? [])
    expect(tried).toEqual(['aliyun', 'tencent', 'twilio'])
  })

  test('for an unsupported country is refused without being counted', async () => {
    await open('aliyun')
    expect((await send(FOREIGN)).code).toBe(500214)
    expect(await readNumber(api.db, sql`SELECT count(*) FROM one_time_code`)).toBe(0)
  })

  test('for a domestic number is sent by a foreign gateway if it is the only one', async () => {
    await open('twilio')
    await send(DOMESTIC)
    expect(countSent()).toEqual([0, 0, 1])
  })

  test('counts towards the limit per hour with every gateway', async () => {
    await api.close()
    api = await openAdminApi({ settings: { ...settingsOf('aliyun,tencent'), SMS_PER_HOUR: '3' } })
    clock = api.clock
    const codes = []
    for (let n = 0; n < 4; n += 1) {
      visitor = createVisitor(api, { address: `198.51.100.${n + 1}` })
      codes.push((await visitor.sendCode(`+861380013800${n}`)).code)
    }
    // A fifth is reserved for known browsers.
    expect(codes).toEqual([200, 200, 500201, 500201])
    expect(countSent()).toEqual([2, 0, 0])
  })

  test('and its number are in no log and not in the delivery table', async () => {
    aliyun.state.faultMode = 'too many'
    await send(DOMESTIC)
    const logs = api.logs.join('')
    const kept = JSON.stringify(await readSql(api.db, sql`SELECT * FROM sms_delivery`))
    for (const secret of [
      readCode(tencent.sent[0] ?? { to: '', text: '', id: '' }),
      '13800138000',
    ]) {
      expect(logs + kept).not.toContain(secret)
    }
  })

  test('that a gateway cannot send is in the log without its number', async () => {
    twilio.state.faultMode = 'wrong region'
    expect((await send(FOREIGN, 'en')).code).toBe(500210)
    const log = api.logs.join('')
    expect(log).toContain('twilio 21408')
    expect(log).not.toContain(FOREIGN)
  })
})

describe('clock difference', () => {
  test.each([
    ['aliyun', 20 * MINUTE, 'InvalidTimeStamp.Expired'],
    ['tencent', 6 * MINUTE, 'AuthFailure.SignatureExpire'],
  ])('to %s is reported in the log', async (name, shift, fault) => {
    await open(name)
    clock = { now: api.clock.now + shift }
    expect((await send(DOMESTIC)).code).toBe(500210)
    expect(api.logs.join('')).toContain(fault)
  })
})

describe('delivery receipt', () => {
  const post = (name: string, body: string, { key = getKey(name), headers = {} } = {}) =>
    api.app.request(`/api/sms/${name}_receipt?key=${key}`, { method: 'POST', body, headers })

  function getKey(name: string): string {
    const address = addresses.get(name)
    return address ? (new URL(address).searchParams.get('key') ?? '') : ''
  }
  let addresses: Map<string, string>
  beforeEach(async () => {
    const settings = settingsOf('aliyun,tencent,twilio')
    const { output } = await runAdminLine(api, 'providers receipts', { settings })
    addresses = new Map(
      output.split('\n').map((line) => {
        const [name = '', address = ''] = line.split(/: (.*)/)
        return [name, address]
      }),
    )
  })

  test('has a URL with a key for each gateway without signatures', () => {
    expect([...addresses.keys()]).toEqual(['aliyun', 'tencent'])
    expect(addresses.get('aliyun')).toMatch(
      /^https:\/\/theatre\.example\/api\/sms\/aliyun_receipt\?key=[\w-]{43}$/,
    )
    expect(getKey('aliyun')).not.toBe(getKey('tencent'))
  })

  test.each([
    ['aliyun', '{"code":0,"msg":"OK"}'],
    ['tencent', '{"result":0,"errmsg":"OK"}'],
  ] as const)('of %s is recorded once and gets the expected response', async (name, expected) => {
    if (name === 'tencent') await open('tencent')
    await send(DOMESTIC)
    const gateway = name === 'aliyun' ? aliyun : tencent
    const ids = gateway.sent.map(({ id }) => id)
    const countDelivered = async () => {
      const text = await registry.getSingleMetricAsString('sms_messages_total')
      const series = new RegExp(`\\{gateway="${name}",result="delivered"\\} (\\d+)`)
      return Number(series.exec(text)?.[1] ?? 0)
    }
    const before = await countDelivered()
    for (let n = 0; n < 2; n += 1) {
      const response = await post(name, gateway.report(ids))
      expect([response.status, await response.text()]).toEqual([200, expected])
    }
    expect(await listDeliveries()).toEqual([[name, 'delivered', '']])
    expect(await countDelivered()).toBe(before + 1)
    expect(api.logs.join('')).not.toContain('message not delivered')
    // Later receipts change nothing.
    const failed = name === 'aliyun' ? { success: false } : { report_status: 'FAIL' }
    await post(name, gateway.report(ids, failed))
    expect(await listDeliveries()).toEqual([[name, 'delivered', '']])
  })

  test('of a failure is logged with the reason, without the number', async () => {
    await send(DOMESTIC)
    const ids = aliyun.sent.map(({ id }) => id)
    await post('aliyun', aliyun.report(ids, { success: false, err_code: 'MK:0001' }))
    expect(await listDeliveries()).toEqual([['aliyun', 'failed', 'MK:0001']])
    expect(api.logs.join('')).toContain('message not delivered')
    expect(api.logs.join('')).not.toContain('13800138000')
  })

  test('of Twilio is verified by its signature', async () => {
    await send(FOREIGN, 'en')
    const id = twilio.sent[0]?.id ?? ''
    expect(twilio.callbacks.get(id)).toBe('https://theatre.example/api/sms/twilio_receipt')
    for (const status of ['sent', 'undelivered', 'delivered']) {
      const { body, headers } = twilio.report(id, status)
      expect((await post('twilio', body, { headers })).status).toBe(200)
    }
    expect(await listDeliveries()).toEqual([['twilio', 'failed', '30003']])
  })

  const FORGERIES: [string, () => Promise<Response> | Response][] = [
    ['of Aliyun without a key', () => post('aliyun', aliyun.report(listIds(aliyun)), { key: '' })],
    [
      'of Aliyun with another key',
      () => post('aliyun', aliyun.report(listIds(aliyun)), { key: 'k'.repeat(43) }),
    ],
    [
      'of Aliyun with the key of Tencent Cloud',
      () => post('aliyun', aliyun.report(listIds(aliyun)), { key: getKey('tencent') }),
    ],
    ['of Aliyun that is not JSON', () => post('aliyun', 'delivered')],
    ['of Aliyun in another format', () => post('aliyun', '[{"id":1}]')],
    ['of Aliyun without a body', () => post('aliyun', '')],
    ['of Tencent Cloud without a key', () => post('tencent', tencent.report(['1']), { key: '' })],
    [
      'of Tencent Cloud with an unknown state',
      () => post('tencent', tencent.report(['1'], { report_status: 'MAYBE' })),
    ],
    ['of Twilio without a signature', () => post('twilio', twilio.report('SM1', 'failed').body)],
    ['of Twilio signed with another token', () => postTwilio({ token: '5'.repeat(32) })],
    ['of Twilio for another URL', () => postTwilio({ url: 'https://evil.example/receipt' })],
    ['of Twilio with a changed state', () => postTwilio({ over: { MessageStatus: 'delivered' } })],
    ['of Twilio with an additional field', () => postTwilio({ over: { More: '1' } })],
    ['of Twilio of another message', () => postTwilio({ over: { MessageSid: 'SM2' } })],
    ['of an unconfigured gateway', () => post('http', '{}', { key: 'k' })],
  ]
  const listIds = ({ sent }: { sent: SentSms[] }) => sent.map(({ id }) => id)
  function postTwilio(changes: Parameters<typeof twilio.report>[2]) {
    const { body, headers } = twilio.report(listIds(twilio)[0] ?? '', 'failed', changes)
    return post('twilio', body, { headers })
  }

  test.each(FORGERIES)('%s is rejected and changes nothing', async (_, forge) => {
    await send(DOMESTIC)
    await send(FOREIGN, 'en')
    const before = await listDeliveries()
    const { status } = await forge()
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await listDeliveries()).toEqual(before)
  })

  test('of an unknown message is accepted and changes nothing', async () => {
    await send(DOMESTIC)
    const response = await post('aliyun', aliyun.report(['1', '2']))
    expect(response.status).toBe(200)
    expect(await listDeliveries()).toEqual([['aliyun', 'accepted', '']])
  })

  test('is deleted after a month', async () => {
    await send(DOMESTIC)
    await runJob(api, 'erase old receipts', clock.now + 29 * 24 * 60 * MINUTE)
    expect(await listDeliveries()).toHaveLength(1)
    await runJob(api, 'erase old receipts', clock.now + 31 * 24 * 60 * MINUTE)
    expect(await listDeliveries()).toEqual([])
  })
})

describe('npm run admin -- providers check', () => {
  const run = (settings: Record<string, string> = {}) =>
    runAdminLine(api, 'providers check', {
      settings: {
        PAYMENT_PROVIDER: 'none',
        ...settingsOf('aliyun,tencent,twilio'),
        ...settings,
      },
    })
  const setFaultModes = (aliyunMode: SmsFaultMode, twilioMode: SmsFaultMode) => {
    aliyun.state.faultMode = aliyunMode
    twilio.state.faultMode = twilioMode
  }

  test('checks each gateway without sending messages', async () => {
    expect((await run()).output.split('\n').slice(0, 3)).toEqual([
      'messages by aliyun: responds',
      'messages by tencent: responds',
      'messages by twilio: responds',
    ])
    expect(countSent()).toEqual([0, 0, 0])
  })

  test('reports faults of each gateway', async () => {
    const { output } = await run({
      ALIYUN_KEY_SECRET: 'wrong',
      TENCENT_SMS_TEMPLATES: 'code.zh-cn=999:code',
      TWILIO_TOKEN: 'a'.repeat(32),
    })
    expect(output.split('\n').slice(0, 3)).toEqual([
      'messages by aliyun: SignatureDoesNotMatch: SignatureDoesNotMatch',
      'messages by tencent: 999: the template is not approved',
      'messages by twilio: 20003: Authenticate',
    ])
    setFaultModes('unreachable', 'captive portal')
    const faults = (await run()).output.split('\n')
    expect(faults[0]).toMatch(/^messages by aliyun: fetch failed/)
    expect(faults[2]).toBe('messages by twilio: responded 200 with unexpected content')
  })
})
