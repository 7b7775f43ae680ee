import * as v from 'valibot'
import { describeEndpoint } from '#api/descriptions.ts'
import { NoInputSchema, type Endpoint, type Login } from '#api/endpoint.ts'
import { endpoints } from '#api/index.ts'
import { LOCALES } from '#api/language.ts'
import { IDEMPOTENCY_KEY } from '../idempotency.ts'
import { convertSchema, listNamedSchemas, type JsonSchema } from './json-schema.ts'
import { describeResponses, explainCodes, sharedResponses } from './responses.ts'

const TOKEN = [{ bearer: [] }, { token: [] }]
const SECURITY: Record<Login, object[]> = {
  none: [],
  optional: [{}, ...TOKEN],
  required: TOKEN,
}

const DESCRIPTION = `Every response is an envelope \`{ code, msg, time, data }\`. The code is that of the
body, otherwise the HTTP status: 200 and 1 are success; 403, 303 and 500001 to 599999 are returned to the
caller with their data; 401 means no session; anything else is an error. Money is integer fen, times are
ISO 8601 with offset, ids are positive integers, order numbers are strings.`

// A path belongs to the first area whose pattern matches.
// oxfmt-ignore
const AREAS = [
  { name: 'Site', pattern: /^\/api\/index\//, summary: 'Data of every page; home, about and business' },
  { name: 'Activity', pattern: /^\/api\/course\/activity_/, summary: 'Activities and their applications' },
  { name: 'Course', pattern: /^\/api\/course\//, summary: 'Courses, their dates, news and applications' },
  { name: 'Performance', pattern: /^\/api\/perform\//, summary: 'Performances and their tickets' },
  { name: 'Artist', pattern: /^\/api\/artist\//, summary: 'Artists and their news' },
  { name: 'Search', pattern: /^\/api\/search\//, summary: 'Recommendations, results, more results' },
  { name: 'Order', pattern: /^\/api\/order\//, summary: 'Orders, payment, ticket checks at the door' },
  { name: 'Account', pattern: /^\/api\/(sms|user|account)\//, summary: 'Login, profile, membership' },
  { name: 'Upload', pattern: /^\/api\/upload\//, summary: 'Files of application forms' },
  { name: 'More', pattern: /^/, summary: 'Calls that belong to several areas' },
]

const HEADERS = {
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
const headerParameters = Object.fromEntries(
  Object.entries(HEADERS).map(([name, header]) => [name, { name, in: 'header', ...header }]),
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
const describeParameters = (endpoint: Endpoint): object[] => [
  ...listFields(endpoint.params, 'path'),
  ...listFields(endpoint.query, 'query'),
  ...listHeaders(endpoint).map((name) => ({ $ref: `#/components/parameters/${name}` })),
]

/** Stable name such as `post-order-create`: the anchor in the page and the `operationId`. */
const nameCall = ({ method, path }: Endpoint): string =>
  `${method}-${path.replace('/api/', '')}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

function hasBody({ method, body }: Endpoint): boolean {
  return method === 'POST' && body !== NoInputSchema
}

function describeBody({ body }: Endpoint): object {
  const required = !v.safeParse(body, {}).success
  return { required, content: { 'application/json': { schema: convertSchema(body) } } }
}

function describeCall(endpoint: Endpoint, tag: string): object {
  const { codes, source, summary } = describeEndpoint(endpoint)
  const { login } = endpoint
  return {
    operationId: nameCall(endpoint),
    tags: [tag],
    summary,
    ...(source === 'addition'
      ? { description: 'An addition: optional for an API; without it the feature is hidden.' }
      : {}),
    parameters: describeParameters(endpoint),
    ...(hasBody(endpoint) ? { requestBody: describeBody(endpoint) } : {}),
    responses: describeResponses(endpoint, codes),
    security: SECURITY[login],
    'x-login': login,
    'x-source': source,
    ...(codes.length > 0 ? { 'x-business-codes': explainCodes(codes) } : {}),
  }
}

const findArea = ({ path }: Endpoint) => AREAS.find(({ pattern }) => pattern.test(path))

/** The contract as an OpenAPI 3.1 document. */
export function createOpenApiDocument() {
  const calls = Map.groupBy(Object.values(endpoints), findArea)
  const areas = AREAS.filter((area) => calls.has(area))
  const paths: Record<string, Record<string, object>> = {}
  for (const area of areas) {
    for (const endpoint of calls.get(area) ?? []) {
      const { path, method } = endpoint
      paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(endpoint, area.name) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Admin API', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: areas.map(({ name, summary }) => ({ name, description: summary })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'header', name: 'token' },
      },
      parameters: headerParameters,
      responses: sharedResponses,
      schemas: listNamedSchemas(paths),
    },
  }
}
