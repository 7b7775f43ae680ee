import { LOCALES } from '#api/language.ts'
import type { Endpoint } from '#api/endpoint.ts'
import { IDEMPOTENCY_KEY } from '../idempotency.ts'
import { convertSchema, type JsonSchema } from './json-schema.ts'

const headers = {
  server: {
    required: true,
    description: 'Server flag: 1 for requests of the build, 0 for requests of browsers',
    schema: { type: 'string', enum: ['0', '1'] },
  },
  lang: {
    required: true,
    description: 'Language of texts in the response; unknown values count as zh-cn',
    schema: { type: 'string', enum: [...LOCALES], default: LOCALES[0] },
  },
  token: {
    required: false,
    description: 'User token; empty for visitors. `2` and `undefined` count as empty',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    required: false,
    description: 'Key chosen by the caller (e.g. a UUID), the same for retries',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  },
} as const satisfies Record<string, { required: boolean; description: string; schema: JsonSchema }>

/** Request headers, as components of the document. */
export const headerParameters = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { name, in: 'header', ...header }]),
)

/** Names of the request headers of a call, besides `authorization`. */
function listHeaders({ idempotent }: Pick<Endpoint, 'idempotent'>): string[] {
  const common = ['server', 'lang', 'token']
  return idempotent ? [...common, 'idempotency-key'] : common
}

/** The fields of an object schema as parameters; empty for other schemas. */
function listFields(given: Parameters<typeof convertSchema>[0], place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = convertSchema(given)
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean'
      ? []
      : [{ name, in: place, required: required.includes(name), schema }],
  )
}

/** Path, query and header parameters of a call. */
export const describeParameters = (endpoint: Endpoint): object[] => [
  ...listFields(endpoint.params, 'path'),
  ...listFields(endpoint.query, 'query'),
  ...listHeaders(endpoint).map((name) => ({ $ref: `#/components/parameters/${name}` })),
]
