import * as v from 'valibot'

/** Who may call: anyone; anyone, with more for members; members only. */
export type Login = 'none' | 'optional' | 'required'

type Schema = v.GenericSchema<unknown, unknown>

/** Input of an endpoint that takes none. */
export const NoInputSchema = v.object({})

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Data extends Schema = Schema,
> {
  method: 'GET' | 'POST'
  /** Path below the host, variables in braces: `/api/user/{provider}_login`. */
  path: string
  params: Params
  query: Query
  body: Body
  data: Data
  login: Login
  /** Whether a repeat with the same `idempotency-key` header gives the first answer again. */
  idempotent: boolean
}

interface Definition<
  Method extends 'GET' | 'POST',
  Path extends string,
  Access extends Login,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Data extends Schema,
> {
  method: Method
  path: Path
  login: Access
  data: Data
  params?: Params
  query?: Query
  body?: Body
  idempotent?: boolean
}

/**
 * Describes one call of the admin API. What is left out takes no input; `descriptions.ts` says what it is for.
 * `Method`, `Path` and `Access` stay literal: the map of all endpoints is keyed by the first two, and
 * handlers know by the third whether somebody is logged in.
 */
// @__NO_SIDE_EFFECTS__
export function defineEndpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  const Access extends Login,
  Data extends Schema,
  Params extends Schema = typeof NoInputSchema,
  Query extends Schema = typeof NoInputSchema,
  Body extends Schema = typeof NoInputSchema,
>(definition: Definition<Method, Path, Access, Params, Query, Body, Data>) {
  return {
    params: NoInputSchema,
    query: NoInputSchema,
    body: NoInputSchema,
    idempotent: false,
    ...definition,
  } as Omit<Endpoint<Params, Query, Body, Data>, 'method' | 'path' | 'login'> & {
    method: Method
    path: Path
    login: Access
  }
}
