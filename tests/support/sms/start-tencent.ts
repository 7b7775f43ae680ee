import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import { serveRequests } from '../serve-requests.ts'
import { createPhoneBook } from './phone-book.ts'

// A fake Tencent Cloud SMS API, written from cloud.tencent.com/document/product/382 (签名方法 v3, SendSms,
// DescribeSmsTemplateList and status reports), independently of the product.

const SECRET_ID = 'AKIDTheatreOfTests0123456789'
const SECRET_KEY = 'ASecretKeyOfTheTests'
const APP = '1400006666'
const SIGN = '测试剧场'
const TEMPLATES: Record<string, string> = {
  '1110001': '您的验证码为{1}，5分钟内有效。',
  '1110002': 'Your code is {1}. It is valid for 5 minutes.',
}
const CLOCK_S = 300

const SendSchema = v.object({
  PhoneNumberSet: v.array(v.string()),
  SmsSdkAppId: v.string(),
  SignName: v.string(),
  TemplateId: v.string(),
  TemplateParamSet: v.array(v.string()),
})
const ListSchema = v.object({ International: v.number(), TemplateIdSet: v.array(v.number()) })

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** @param now the gateway's clock, in epoch ms */
export async function startTencent(now: () => number) {
  const { sent, state, isUnreachable, failEarly, respond } = createPhoneBook()

  const refuse = (Code: string) =>
    respond({ Response: { Error: { Code, Message: Code }, RequestId: 'f7e6c6f6' } })

  function isSigned(request: Request, body: string): boolean {
    const [, id, date = '', service = '', names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=(\w+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
        request.headers.get('authorization') ?? '',
      ) ?? []
    const timestamp = request.headers.get('x-tc-timestamp') ?? ''
    if (new Date(Number(timestamp) * 1000).toISOString().slice(0, 10) !== date) return false
    const headers = names
      .split(';')
      .map((name) => `${name}:${request.headers.get(name)?.toLowerCase()}\n`)
      .join('')
    const text = ['POST', '/', '', headers, names, sha256(body)].join('\n')
    const scope = `${date}/${service}/tc3_request`
    const key = hmac(hmac(hmac(`TC3${SECRET_KEY}`, date), service), 'tc3_request')
    const signed = ['TC3-HMAC-SHA256', timestamp, scope, sha256(text)].join('\n')
    return id === SECRET_ID && service === 'sms' && signature === hmac(key, signed).toString('hex')
  }

  function send(body: string): Response {
    const { success, output } = v.safeParse(SendSchema, JSON.parse(body))
    if (!success) return refuse('InvalidParameter')
    const [to = ''] = output.PhoneNumberSet
    const fail = (Code: string) =>
      respond({
        Response: {
          SendStatusSet: [{ SerialNo: '', PhoneNumber: to, Fee: 0, Code, Message: Code }],
          RequestId: 'a0aabda6',
        },
      })
    if (state.faultMode === 'no balance')
      return fail('FailedOperation.InsufficientBalanceInSmsPackage')
    if (state.faultMode === 'too many') return fail('LimitExceeded.PhoneNumberThirtySecondLimit')
    if (state.faultMode === 'wrong number')
      return fail('InvalidParameterValue.IncorrectPhoneNumber')
    if (output.SmsSdkAppId !== APP) return refuse('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
    const template = TEMPLATES[output.TemplateId]
    if (!template) return fail('FailedOperation.TemplateIncorrectOrUnapproved')
    if (output.SignName !== SIGN) return fail('FailedOperation.SignatureIncorrectOrUnapproved')
    const expectedCount = template.match(/\{\d\}/g)?.length ?? 0
    if (output.TemplateParamSet.length !== expectedCount) {
      return fail('InvalidParameterValue.TemplateParameterFormatError')
    }
    if (!/^\+861[3-9]\d{9}$/.test(to)) return fail('InvalidParameterValue.IncorrectPhoneNumber')
    const text = template.replaceAll(
      /\{(\d)\}/g,
      (_, number: string) => output.TemplateParamSet[Number(number) - 1] ?? '',
    )
    const id = `5000:104571066915705365${sent.length}`
    sent.push({ to, text: `【${SIGN}】${text}`, id })
    return respond({
      Response: {
        SendStatusSet: [
          {
            SerialNo: id,
            PhoneNumber: to,
            Fee: 1,
            Code: 'Ok',
            Message: 'send success',
            IsoCode: 'CN',
          },
        ],
        RequestId: 'a0aabda6',
      },
    })
  }

  async function handle(request: Request): Promise<Response> {
    const failure = failEarly()
    if (failure) return failure
    const body = await request.text()
    if (request.headers.get('x-tc-version') !== '2021-01-11') return refuse('NoSuchVersion')
    if (!isSigned(request, body)) return refuse('AuthFailure.SignatureFailure')
    const seconds = Number(request.headers.get('x-tc-timestamp'))
    if (Math.abs(now() / 1000 - seconds) > CLOCK_S) return refuse('AuthFailure.SignatureExpire')
    switch (request.headers.get('x-tc-action')) {
      case 'SendSms':
        return send(body)
      case 'DescribeSmsTemplateList': {
        const { TemplateIdSet } = v.parse(ListSchema, JSON.parse(body))
        const knownIds = TemplateIdSet.filter((id) => Object.hasOwn(TEMPLATES, id))
        const statuses = knownIds.map((TemplateId) => ({
          TemplateId,
          StatusCode: 0,
          ReviewReply: '',
        }))
        return respond({ Response: { DescribeTemplateStatusSet: statuses, RequestId: 'f36e4f00' } })
      }
      default:
        return refuse('InvalidAction')
    }
  }

  const server = await serveRequests(handle, isUnreachable)
  return {
    sent,
    state,
    settings: {
      TENCENT_SECRET_ID: SECRET_ID,
      TENCENT_SECRET_KEY: SECRET_KEY,
      TENCENT_SMS_APP: APP,
      TENCENT_SMS_SIGN: SIGN,
      TENCENT_SMS_TEMPLATES: 'code.zh-cn=1110001:code code.en=1110002:code',
      TENCENT_SMS_URL: server.url,
    },
    /** A delivery report as pushed by Tencent Cloud. */
    report: (ids: readonly string[], over: object = {}): string =>
      JSON.stringify(
        ids.map((id) => ({
          user_receive_time: '2027-05-05 12:00:03',
          nationcode: '86',
          mobile: '13800138000',
          report_status: 'SUCCESS',
          errmsg: 'DELIVRD',
          description: '用户短信送达成功',
          sid: id,
          ...over,
        })),
      ),
    close: server.close,
  }
}
