import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { signAcs3 } from '#scripts/admin-api/providers/messenger/aliyun.ts'
import { chooseGateways } from '#scripts/admin-api/providers/messenger/create-messenger.ts'
import type { Gateway, Message } from '#scripts/admin-api/providers/messenger/message.ts'
import {
  createTemplatesSchema,
  findTemplate,
} from '#scripts/admin-api/providers/messenger/templates.ts'
import { signTc3 } from '#scripts/admin-api/providers/messenger/tencent.ts'
import { signTwilio } from '#scripts/admin-api/providers/messenger/twilio.ts'

// Signature examples from the providers' documentation.
describe('SMS provider signatures', () => {
  test('match the published example of Aliyun (V3 request structure and signature)', () => {
    const { headers } = signAcs3(
      {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query: {
          RegionId: 'cn-shanghai',
          ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
        },
        date: '2023-10-26T10:22:32Z',
        nonce: '3156853299f313e23d1673dc12e1703d',
      },
      { keyId: 'YourAccessKeyId', keySecret: 'YourAccessKeySecret' },
    )
    expect(headers['authorization']).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  test('match the published example of Tencent Cloud (signature method v3)', () => {
    const authorization = signTc3(
      {
        service: 'cvm',
        host: 'cvm.tencentcloudapi.com',
        action: 'DescribeInstances',
        body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
        seconds: 1_551_113_065,
      },
      { secretId: `AKID${'*'.repeat(32)}`, secretKey: '*'.repeat(32) },
    )
    expect(authorization).toBe(
      `TC3-HMAC-SHA256 Credential=AKID${'*'.repeat(32)}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f`,
    )
  })

  test('match the published example of Twilio (validating requests)', () => {
    const form = new URLSearchParams({
      Digits: '1234',
      To: '+18005551212',
      From: '+14158675309',
      Caller: '+14158675309',
      CallSid: 'CA1234567890ABCDE',
    })
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
    expect(signTwilio(url, form, '12345')).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  })
})

describe('SMS template settings', () => {
  const Schema = createTemplatesSchema('code.zh-cn=SMS_1')
  const parse = (text: string) => v.safeParse(Schema, text)

  test('are parsed with language and parameter order', () => {
    expect(parse('code.zh-cn=SMS_1 code.en=1234567:code').output).toEqual([
      { purpose: 'code', lang: 'zh-cn', id: 'SMS_1', order: [] },
      { purpose: 'code', lang: 'en', id: '1234567', order: ['code'] },
    ])
  })

  test.each([
    ['', 'expected a template of codes'],
    ['code=SMS_1', 'expected entries like'],
    ['code.de=SMS_1', 'expected entries like'],
    ['login.zh-cn=SMS_1', 'expected entries like'],
    ['code.zh-cn=SMS_1:name', 'expected entries like'],
    ['code.zh-cn=', 'expected entries like'],
  ])('refuse %s', (text, fault) => {
    expect(parse(text).issues?.[0]?.message).toContain(fault)
  })

  test('fall back to the template of another language', () => {
    const { output } = parse('code.zh-cn=SMS_1')
    if (!Array.isArray(output)) throw new Error('no templates')
    expect(findTemplate(output, { purpose: 'code', lang: 'en' })?.id).toBe('SMS_1')
  })
})

describe('chooseGateways', () => {
  const gateway = (name: string, reach: Gateway['reach'], channels = ['sms']): Gateway => ({
    name,
    reach,
    supports: ({ channel }) => channels.includes(channel),
    refusals: new Set(),
    send: async () => null,
    check: async () => {},
  })
  const aliyun = gateway('aliyun', 'domestic')
  const tencent = gateway('tencent', 'domestic')
  const twilio = gateway('twilio', 'abroad')
  const http = gateway('http', 'everywhere', ['sms', 'email'])
  const message = (over: Partial<Message> = {}): Message => ({
    channel: 'sms',
    to: '+8613800138000',
    lang: 'zh-cn',
    purpose: 'code',
    parameters: { code: '123456' },
    text: '123456',
    attempt: 0,
    ...over,
  })
  const chooseNames = (gateways: Gateway[], over: Partial<Message> = {}) =>
    chooseGateways(gateways, message(over)).map(({ name }) => name)
  const all = [twilio, aliyun, http, tencent]
  const abroad = { to: '+447400123456' }

  test("chooses gateways for the number's country, in the configured order", () => {
    expect(chooseNames(all)).toEqual(['aliyun', 'http', 'tencent'])
    expect(chooseNames(all, abroad)).toEqual(['twilio', 'http'])
  })

  test('starts with the next gateway on each attempt', () => {
    expect(chooseNames(all, { attempt: 1 })).toEqual(['http', 'tencent', 'aliyun'])
    expect(chooseNames(all, { attempt: 5 })).toEqual(['tencent', 'aliyun', 'http'])
  })

  test('uses foreign gateways for domestic numbers only if there is no other', () => {
    expect(chooseNames([twilio])).toEqual(['twilio'])
    expect(chooseNames([aliyun], abroad)).toEqual([])
  })

  test('chooses only gateways with the e-mail channel for a mail', () => {
    const mail = { channel: 'email', to: 'lin@example.com' } as const
    expect(chooseNames(all, mail)).toEqual(['http'])
    expect(chooseNames([aliyun, twilio], mail)).toEqual([])
  })
})
