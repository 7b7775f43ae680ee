import { createHmac, hash } from 'node:crypto'
import * as v from 'valibot'
import type { Secrets } from '../../security/secrets.ts'
import { ProviderError } from '../provider-error.ts'
import { callGateway } from './call-gateway.ts'
import { ReceiptError, type Gateway, type Message, type Receipt } from './message.ts'
import { checkReceiptKey } from './receipt-key.ts'
import type { GatewayConfig } from './settings.ts'
import { findTemplate } from './templates.ts'

const SERVICE = 'sms'
const VERSION = '2021-01-11'
const CONTENT_TYPE = 'application/json; charset=utf-8'

/** Invalid or unsubscribed numbers, templates and parameters (cloud.tencent.com, error codes of SendSms). */
const REFUSALS = new Set([
  'InvalidParameterValue.IncorrectPhoneNumber',
  'FailedOperation.PhoneNumberInBlacklist',
  'FailedOperation.TemplateIncorrectOrUnapproved',
  'FailedOperation.TemplateUnapprovedOrNotExist',
  'FailedOperation.TemplateParamSetNotMatchApprovedTemplate',
  'InvalidParameterValue.TemplateParameterFormatError',
  'InvalidParameterValue.TemplateParameterLengthLimit',
])

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

interface Tc3Request {
  service: string
  host: string
  action: string
  body: string
  /** Epoch seconds. */
  seconds: number
}

/**
 * Signs a call by TC3-HMAC-SHA256 (cloud.tencent.com/document/api/382/52072).
 * @returns the header `authorization`
 */
export function signTc3(
  { service, host, action, body, seconds }: Tc3Request,
  { secretId, secretKey }: Pick<GatewayConfig<'tencent'>, 'secretId' | 'secretKey'>,
): string {
  const signed = { 'content-type': CONTENT_TYPE, host, 'x-tc-action': action.toLowerCase() }
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const names = Object.keys(signed).join(';')
  const request = ['POST', '/', '', lines.join(''), names, hash('sha256', body)].join('\n')
  const date = new Date(seconds * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const text = ['TC3-HMAC-SHA256', seconds, scope, hash('sha256', request)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, text).toString('hex')
  const credential = `Credential=${secretId}/${scope}`
  return `TC3-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`
}

const StatusSchema = v.object({ Code: v.string(), Message: v.string(), SerialNo: v.string() })
const TemplateSchema = v.object({ TemplateId: v.number(), StatusCode: v.number() })
const ResponseSchema = v.object({
  Response: v.object({
    Error: v.optional(v.object({ Code: v.string(), Message: v.string() })),
    SendStatusSet: v.optional(v.array(StatusSchema), []),
    DescribeTemplateStatusSet: v.optional(v.array(TemplateSchema), []),
  }),
})

const ReceiptsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      sid: v.string(),
      report_status: v.picklist(['SUCCESS', 'FAIL']),
      errmsg: v.optional(v.string(), ''),
    }),
  ),
)

function readReceipts(body: string): Receipt[] {
  const { success, output } = v.safeParse(ReceiptsSchema, body)
  if (!success) throw new ReceiptError('unexpected content')
  return output.map(({ sid: id, report_status: status, errmsg: reason }) =>
    status === 'SUCCESS' ? { id, state: 'delivered', reason: '' } : { id, state: 'failed', reason },
  )
}

/**
 * Tencent Cloud SMS (cloud.tencent.com/document/api/382/55981, SendSms), for numbers of mainland China.
 * @param now epoch ms
 */
export function createTencent(
  config: GatewayConfig<'tencent'>,
  { secrets, now }: { secrets: Secrets; now: () => number },
): Gateway {
  const { app, signName, templates, region } = config

  async function call(action: string, content: object) {
    const url = new URL('/', config.url)
    const body = JSON.stringify(content)
    const seconds = Math.floor(now() / 1000)
    const request = { service: SERVICE, host: url.host, action, body, seconds }
    const headers = {
      'content-type': CONTENT_TYPE,
      'x-tc-action': action,
      'x-tc-version': VERSION,
      'x-tc-region': region,
      'x-tc-timestamp': String(seconds),
      authorization: signTc3(request, config),
    }
    const init = { method: 'POST', headers, body }
    const { Response: result } = await callGateway(url, init, ResponseSchema)
    if (result.Error) throw new ProviderError(result.Error.Code, result.Error.Message)
    return result
  }

  async function send(message: Message): Promise<string> {
    const template = findTemplate(templates, message)
    if (!template) throw new Error(`no template for ${message.purpose}`)
    const { SendStatusSet: statuses } = await call('SendSms', {
      PhoneNumberSet: [message.to],
      SmsSdkAppId: app,
      SignName: signName,
      TemplateId: template.id,
      // Tencent Cloud numbers the parameters of templates.
      TemplateParamSet: template.order.map((name) => message.parameters[name] ?? ''),
    })
    const [status] = statuses
    if (!status) throw new Error('Tencent Cloud returned no status')
    if (status.Code !== 'Ok') throw new ProviderError(status.Code, status.Message)
    return status.SerialNo
  }

  return {
    name: config.name,
    reach: 'domestic',
    supports: (message) =>
      message.channel === 'sms' && findTemplate(templates, message) !== undefined,

    refusals: REFUSALS,
    send,

    async check() {
      const ids = templates.map(({ id }) => Number(id))
      const content = { International: 0, TemplateIdSet: ids }
      const { DescribeTemplateStatusSet: statuses } = await call('DescribeSmsTemplateList', content)
      for (const id of ids) {
        const isApproved = statuses.some(
          ({ TemplateId, StatusCode }) => TemplateId === id && StatusCode === 0,
        )
        if (!isApproved) throw new ProviderError(String(id), 'the template is not approved')
      }
    },

    receipts: {
      response: JSON.stringify({ result: 0, errmsg: 'OK' }),
      read(request) {
        checkReceiptKey(secrets, config.name, request)
        return readReceipts(request.body)
      },
    },
  }
}
