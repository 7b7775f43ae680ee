import * as v from 'valibot'
import type { Endpoint } from '#api/endpoint.ts'
import { EnvelopeSchema, SUCCESS_CODES } from '#api/envelope.ts'
import { mapLocales } from '#api/language.ts'
import { TOO_MANY_CALLS, type BusinessCode } from '#api/codes.ts'
import { getBusinessText } from '../error-texts.ts'
import { convertSchema, type JsonSchema } from './json-schema.ts'

/** The business codes of a call with their texts in every language. */
export function explainCodes(codes: readonly BusinessCode[]) {
  return codes.map((code) => ({
    code,
    texts: mapLocales((lang) => getBusinessText(code, lang)),
  }))
}

const writeLine = ({ code, texts }: ReturnType<typeof explainCodes>[number]): string =>
  `${code}: ${Object.values(texts).join(' · ')}`

const envelope = convertSchema(EnvelopeSchema)

function wrap(code: JsonSchema, data: JsonSchema): JsonSchema {
  return { ...envelope, properties: { ...envelope.properties, code, data } }
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

function describeTooManyCalls(): string {
  const lines = explainCodes([TOO_MANY_CALLS]).map(writeLine)
  return `Too many requests from this account or address. ${lines.join('')}`
}

/** Responses that calls share, as components of the document. */
export const sharedResponses = {
  BadRequest: {
    description: 'Invalid input; `msg` names the first invalid field',
    content: json(wrap({ const: 400 }, { type: 'null' })),
  },
  Unauthorized: {
    description: 'Login required: the token is missing, unknown or expired',
    content: json(wrap({ const: 401 }, { type: 'null' })),
  },
  NotFound: {
    description: 'The item does not exist or is not published',
    content: json(wrap({ const: 404 }, { type: 'null' })),
  },
  TooManyCalls: {
    description: describeTooManyCalls(),
    headers: {
      'Retry-After': {
        description: 'Seconds until requests are accepted again',
        schema: { type: 'integer', minimum: 1 },
      },
    },
    content: json(wrap({ const: TOO_MANY_CALLS }, { type: 'null' })),
  },
}

function describeSuccess({ data }: Endpoint, codes: readonly BusinessCode[]): object {
  const success = wrap({ type: 'integer', enum: [...SUCCESS_CODES] }, convertSchema(data))
  const texts = explainCodes(codes)
  if (texts.length === 0) return { description: 'Success', content: json(success) }
  const refusal = wrap({ type: 'integer', enum: [...codes] }, {})
  const lines = texts.map((text) => `- ${writeLine(text)}`)
  return {
    description: `Success, or a refusal with a business code:\n${lines.join('\n')}`,
    content: json({ oneOf: [success, refusal] }),
  }
}

/** Body fields that identify an item. */
const ITEM_FIELD = /^(?:\w+_)?id$|^order_no$/

/** Whether a call requires parameters or a body field that identify an item, which may not exist. */
function identifiesItem({ query, params, body }: Endpoint): boolean {
  if ([query, params].some((schema) => !v.safeParse(schema, {}).success)) return true
  const { oneOf = [], ...whole } = convertSchema(body)
  return [whole, ...oneOf].some(
    (schema) =>
      typeof schema === 'object' && schema.required?.some((name) => ITEM_FIELD.test(name)),
  )
}

const shared = (name: keyof typeof sharedResponses) => ({ $ref: `#/components/responses/${name}` })

/**
 * The responses of a call by HTTP status.
 * @param codes business codes that the call can return
 */
export function describeResponses(
  endpoint: Endpoint,
  codes: readonly BusinessCode[],
): Record<string, object> {
  return {
    200: describeSuccess(endpoint, codes),
    400: shared('BadRequest'),
    ...(endpoint.login === 'required' ? { 401: shared('Unauthorized') } : {}),
    ...(identifiesItem(endpoint) ? { 404: shared('NotFound') } : {}),
    429: shared('TooManyCalls'),
  }
}
