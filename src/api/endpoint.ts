import * as v from 'valibot'
import { QueryIdSchema } from './primitives.ts'

/** Access: public; public with more data for members; members only. */
export type Login = 'none' | 'optional' | 'required'

type Schema = v.GenericSchema<unknown, unknown>

/** Input schema of an endpoint without input. */
export const NoInputSchema = v.object({})

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Data extends Schema = Schema,
> {
  method: 'GET' | 'POST'
  /** Path with parameters in braces: `/api/user/{provider}_login`. */
  path: string
  params: Params
  query: Query
  body: Body
  data: Data
  login: Login
  /** Whether a repeat with the same `idempotency-key` header returns the first response. */
  idempotent: boolean
}

type Definition = Pick<Endpoint, 'login' | 'data'> &
  Partial<Pick<Endpoint, 'params' | 'query' | 'body' | 'idempotent'>>

const DEFAULTS = {
  params: NoInputSchema,
  query: NoInputSchema,
  body: NoInputSchema,
  idempotent: false,
}

/**
 * Defines one endpoint of the admin API; schemas default to no input. Method, path and login stay literal types:
 * the first two are the key of the endpoint map, the third types the session of handlers. Other fields, such as a
 * misspelt one, do not compile.
 */
// @__NO_SIDE_EFFECTS__
export function defineEndpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  const Given extends Definition,
>(
  method: Method,
  path: Path,
  given: Given & Record<Exclude<keyof Given, keyof Definition>, never>,
) {
  return { ...DEFAULTS, method, path, ...given } as Omit<typeof DEFAULTS, keyof Given> &
    Given & { method: Method; path: Path }
}

/** Defines the public endpoint of a single item, requested by its id. */
// @__NO_SIDE_EFFECTS__
export function defineItemEndpoint<const Path extends string, Data extends Schema>(
  path: Path,
  data: Data,
) {
  const query = v.object({ id: QueryIdSchema })
  return defineEndpoint('GET', path, { login: 'none', query, data })
}
