import { createHmac, hash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Secrets } from '../../security/secrets.ts'
import { ProviderError } from '../provider-error.ts'
import { callGateway } from './call-gateway.ts'
import { ReceiptError, type Gateway, type Message, type Receipt } from './message.ts'
import { checkReceiptKey } from './receipt-key.ts'
import type { GatewayConfig } from './settings.ts'
import { findTemplate } from './templates.ts'

const VERSION = '2017-05-25'
const APPROVED = 1

/** Invalid numbers, templates and parameters (help.aliyun.com, error codes of SendSms). */
const REFUSALS = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.SMS_TEMPLATE_ILLEGAL',
  'isv.TEMPLATE_MISSING_PARAMETERS',
  'isv.TEMPLATE_PARAMS_ILLEGAL',
])

/** Percent-encodes according to RFC 3986, which escapes more characters than `encodeURIComponent`. */
const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

interface AcsRequest {
  host: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  /** `2023-10-26T10:22:32Z`. */
  date: string
  nonce: string
}

/**
 * Signs a call with query parameters by ACS3-HMAC-SHA256
 * (help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature).
 * @returns query and headers to send
 */
export function signAcs3(
  { host, action, version, query, date, nonce }: AcsRequest,
  { keyId, keySecret }: Pick<GatewayConfig<'aliyun'>, 'keyId' | 'keySecret'>,
): { search: string; headers: Record<string, string> } {
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .toSorted()
    .join('&')
  const signed: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': hash('sha256', ''),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const names = Object.keys(signed).join(';')
  const request = ['POST', '/', search, lines.join(''), names, hash('sha256', '')].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${hash('sha256', request)}`)
    .digest('hex')
  const { host: _, ...headers } = signed
  const fields = `Credential=${keyId},SignedHeaders=${names},Signature=${signature}`
  return { search, headers: { ...headers, authorization: `ACS3-HMAC-SHA256 ${fields}` } }
}

const ResponseSchema = v.looseObject({
  Code: v.string(),
  Message: v.optional(v.string(), ''),
  BizId: v.optional(v.string()),
  TemplateStatus: v.optional(v.number()),
})

const ReceiptsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ biz_id: v.string(), success: v.boolean(), err_code: v.optional(v.string()) })),
)

function readReceipts(body: string): Receipt[] {
  const { success, output } = v.safeParse(ReceiptsSchema, body)
  if (!success) throw new ReceiptError('unexpected content')
  return output.map(({ biz_id: id, success: isDelivered, err_code: reason = '' }) =>
    isDelivered ? { id, state: 'delivered', reason: '' } : { id, state: 'failed', reason },
  )
}

/**
 * Aliyun SMS (help.aliyun.com/zh/sms, SendSms), for numbers of mainland China.
 * @param now epoch ms
 */
export function createAliyun(
  config: GatewayConfig<'aliyun'>,
  { secrets, now }: { secrets: Secrets; now: () => number },
): Gateway {
  const { signName, templates } = config

  async function call(action: string, query: Record<string, string>) {
    const url = new URL('/', config.url)
    const date = `${new Date(now()).toISOString().slice(0, 19)}Z`
    const request = { host: url.host, action, version: VERSION, query, date, nonce: randomUUID() }
    const { search, headers } = signAcs3(request, config)
    url.search = search
    const accept = { accept: 'application/json' }
    const init = { method: 'POST', headers: { ...headers, ...accept } }
    const result = await callGateway(url, init, ResponseSchema)
    if (result.Code !== 'OK') throw new ProviderError(result.Code, result.Message)
    return result
  }

  async function send(message: Message): Promise<string | null> {
    const template = findTemplate(templates, message)
    if (!template) throw new Error(`no template for ${message.purpose}`)
    const { BizId } = await call('SendSms', {
      PhoneNumbers: message.to.replace(/^\+86/, ''),
      SignName: signName,
      TemplateCode: template.id,
      TemplateParam: JSON.stringify(message.parameters),
    })
    return BizId ?? null
  }

  return {
    name: config.name,
    reach: 'domestic',
    supports: (message) =>
      message.channel === 'sms' && findTemplate(templates, message) !== undefined,

    refusals: REFUSALS,
    send,

    async check() {
      for (const { id } of templates) {
        const { TemplateStatus } = await call('QuerySmsTemplate', { TemplateCode: id })
        if (TemplateStatus !== APPROVED) throw new ProviderError(id, 'the template is not approved')
      }
    },

    receipts: {
      response: JSON.stringify({ code: 0, msg: 'OK' }),
      read(request) {
        checkReceiptKey(secrets, config.name, request)
        return readReceipts(request.body)
      },
    },
  }
}
