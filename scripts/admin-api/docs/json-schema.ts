import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import * as account from '#api/account.ts'
import * as activity from '#api/activity.ts'
import * as application from '#api/application.ts'
import * as artist from '#api/artist.ts'
import * as availability from '#api/availability.ts'
import * as blocks from '#api/blocks.ts'
import * as calendar from '#api/calendar.ts'
import * as course from '#api/course.ts'
import * as door from '#api/door.ts'
import * as language from '#api/language.ts'
import * as login from '#api/login.ts'
import * as membership from '#api/membership.ts'
import * as news from '#api/news.ts'
import * as oneTimeCode from '#api/one-time-code.ts'
import * as orderCreation from '#api/order-creation.ts'
import * as order from '#api/order.ts'
import * as payment from '#api/payment.ts'
import * as perform from '#api/perform.ts'
import * as primitives from '#api/primitives.ts'
import * as profile from '#api/profile.ts'
import * as search from '#api/search.ts'
import * as signIn from '#api/sign-in.ts'
import * as site from '#api/site.ts'
import * as upload from '#api/upload.ts'

export type { JsonSchema } from '@valibot/to-json-schema'
type Schema = v.GenericSchema<unknown, unknown>

const REF = '#/components/schemas/'

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}

function collectSchemas(module: object): [string, Schema][] {
  return Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
    name.endsWith('Schema') && isSchema(value) ? [[name.replace(/Schema$/, ''), value]] : [],
  )
}

// oxfmt-ignore
const modules = [
  primitives, language, blocks, availability, calendar, news, site, course, activity,
  application, perform, artist, search, profile, membership, account, order, orderCreation,
  payment, door, upload, login, oneTimeCode, signIn,
]
/** Named schemas: an export `XSchema` of the contract is named `X` in the document. */
const definitions = Object.fromEntries(modules.flatMap(collectSchemas))

const CONFIG = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // JSON Schema cannot express checks written as code; descriptions state them.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => REF + referenceId,
} satisfies ConversionConfig

/** Converts a schema to JSON Schema 2020-12, with references to named schemas. */
export function convertSchema(schema: Schema): JsonSchema {
  const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, { ...CONFIG, definitions })
  return converted
}

function findNames(value: unknown): string[] {
  const text = JSON.stringify(value)
  return [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '')
}

/** The named schemas that `users` references, directly or transitively, sorted by name. */
export function listNamedSchemas(users: unknown): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = toJsonSchemaDefs(definitions, CONFIG)
  const used = new Set<string>()
  const queue = findNames(users)
  for (const name of queue) {
    if (used.has(name)) continue
    used.add(name)
    queue.push(...findNames(all[name]))
  }
  return Object.fromEntries(
    [...used].toSorted().flatMap((name) => (all[name] ? [[name, all[name]]] : [])),
  )
}
