import * as v from 'valibot'
import { NoInputSchema } from '#api/endpoint.ts'
import type { Endpoint, Login } from '#api/endpoint.ts'
import { listAreas } from './areas.ts'
import type { Call } from './areas.ts'
import { convertSchema, listNamedSchemas } from './json-schema.ts'
import { describeParameters, headerParameters } from './parameters.ts'
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

function hasBody({ method, body }: Endpoint): boolean {
  return method === 'POST' && body !== NoInputSchema
}

function describeBody({ body }: Endpoint): object {
  const required = !v.safeParse(body, {}).success
  return { required, content: { 'application/json': { schema: convertSchema(body) } } }
}

function describeCall({ id, endpoint, description }: Call, tag: string): object {
  const { codes, source, summary } = description
  const { login } = endpoint
  return {
    operationId: id,
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

/** The contract as an OpenAPI 3.1 document. */
export function createOpenApiDocument() {
  const areas = listAreas()
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, calls } of areas) {
    for (const call of calls) {
      const { path, method } = call.endpoint
      paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(call, name) }
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
