import { createHash, createHmac } from 'node:crypto'
import { writeCanonicalQuery } from '../canonical-query.ts'
import { serveRequests } from '../serve-requests.ts'
import { createPhoneBook } from './phone-book.ts'

// A fake Aliyun SMS API, written from help.aliyun.com ("V3 版本请求体&签名机制", SendSms, QuerySmsTemplate and
// "SmsReport"), independently of the product.

const KEY_ID = 'LTAI5tTheatreOfTests'
const KEY_SECRET = 'AnAccessKeySecretOfTheTests'
const SIGN = '测试剧场'
const TEMPLATES: Record<string, string> = {
  SMS_154950909: '您的验证码为${code}，5分钟内有效。',
  SMS_154950910: 'Your code is ${code}. It is valid for 5 minutes.',
}
const CLOCK_MS = 15 * 60_000

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** @param now the gateway's clock, in epoch ms */
export async function startAliyun(now: () => number) {
  const { sent, state, isUnreachable, failEarly, respond } = createPhoneBook()
  const nonces = new Set<string>()

  const refuse = (Code: string, status = 400) =>
    Response.json(
      { Code, Message: Code, RequestId: 'D9CB3933-9FE3-4870-BA8E-2BEE91B69D23' },
      { status },
    )

  function isSigned(request: Request, body: string): boolean {
    const authorization = request.headers.get('authorization') ?? ''
    const [, id, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=(\w+),SignedHeaders=([\w;-]+),Signature=(\w+)$/.exec(
        authorization,
      ) ?? []
    const url = new URL(request.url)
    const query = writeCanonicalQuery(url.searchParams)
    const headers = names
      .split(';')
      .map((name) => `${name}:${request.headers.get(name)?.trim()}\n`)
      .join('')
    const text = [request.method, url.pathname, query, headers, names, sha256(body)].join('\n')
    const expected = createHmac('sha256', KEY_SECRET)
      .update(`ACS3-HMAC-SHA256\n${sha256(text)}`)
      .digest('hex')
    return id === KEY_ID && signature === expected && names.includes('x-acs-action')
  }

  function send(query: URLSearchParams): Response {
    if (state.faultMode === 'no balance')
      return respond({ Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '账户余额不足' })
    if (state.faultMode === 'too many') {
      return respond({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控Permits:1' })
    }
    if (state.faultMode === 'wrong number')
      return respond({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '非法手机号' })
    const template = TEMPLATES[query.get('TemplateCode') ?? '']
    if (!template) return respond({ Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: '模板不合法' })
    if (query.get('SignName') !== SIGN)
      return respond({ Code: 'isv.SMS_SIGNATURE_ILLEGAL', Message: '签名不合法' })
    const to = query.get('PhoneNumbers') ?? ''
    if (!/^1[3-9]\d{9}$/.test(to))
      return respond({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '非法手机号' })
    const values: Record<string, string> = JSON.parse(query.get('TemplateParam') ?? '{}')
    const text = template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const id = `90061974693649${String(sent.length).padStart(4, '0')}^0`
    sent.push({ to: `+86${to}`, text: `【${SIGN}】${text}`, id })
    return respond({ Code: 'OK', Message: 'OK', BizId: id, RequestId: 'F655A8D5-B967-440B-8683' })
  }

  async function handle(request: Request): Promise<Response> {
    const failure = failEarly()
    if (failure) return failure
    const body = await request.text()
    if (!isSigned(request, body)) return refuse('SignatureDoesNotMatch')
    const date = Date.parse(request.headers.get('x-acs-date') ?? '')
    if (!(Math.abs(date - now()) <= CLOCK_MS)) return refuse('InvalidTimeStamp.Expired')
    const nonce = request.headers.get('x-acs-signature-nonce') ?? ''
    if (nonces.has(nonce)) return refuse('SignatureNonceUsed')
    nonces.add(nonce)
    const { searchParams } = new URL(request.url)
    switch (request.headers.get('x-acs-action')) {
      case 'SendSms':
        return send(searchParams)
      case 'QuerySmsTemplate': {
        const isKnown = Object.hasOwn(TEMPLATES, searchParams.get('TemplateCode') ?? '')
        if (!isKnown) return respond({ Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: '模板不合法' })
        return respond({ Code: 'OK', Message: 'OK', TemplateStatus: 1 })
      }
      default:
        return refuse('InvalidAction.NotFound', 404)
    }
  }

  const server = await serveRequests(handle, isUnreachable)
  return {
    sent,
    state,
    settings: {
      ALIYUN_KEY_ID: KEY_ID,
      ALIYUN_KEY_SECRET: KEY_SECRET,
      ALIYUN_SMS_SIGN: SIGN,
      ALIYUN_SMS_TEMPLATES: 'code.zh-cn=SMS_154950909 code.en=SMS_154950910',
      ALIYUN_SMS_URL: server.url,
    },
    /** A delivery report as pushed by Aliyun. */
    report: (ids: readonly string[], over: object = {}): string =>
      JSON.stringify(
        ids.map((id) => ({
          phone_number: '13800138000',
          send_time: '2027-05-05 12:00:00',
          report_time: '2027-05-05 12:00:02',
          success: true,
          err_code: 'DELIVERED',
          err_msg: '用户接收成功',
          sms_size: '1',
          biz_id: id,
          out_id: '',
          ...over,
        })),
      ),
    close: server.close,
  }
}
