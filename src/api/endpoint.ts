import * as v from 'valibot'
import type { BusinessCode } from './codes.ts'

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
  /** One sentence: what the call is for. */
  summary: string
  /** Where the call comes from: a spec section, or `addition` for calls of our own. */
  source: 'spec 7' | 'addition'
  /** Business codes that the call may answer, beside success and the general ones. */
  codes: readonly BusinessCode[]
}

interface Definition<
  Method extends 'GET' | 'POST',
  Path extends string,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Data extends Schema,
> {
  method: Method
  path: Path
  summary: string
  login: Login
  data: Data
  params?: Params
  query?: Query
  body?: Body
  source?: Endpoint['source']
  codes?: readonly BusinessCode[]
}

/**
 * Describes one call of the admin API. What is left out takes no input and has no business codes.
 * `Method` and `Path` stay literal, so that the map of all endpoints is keyed by them.
 */
export function defineEndpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Data extends Schema,
  Params extends Schema = typeof NoInputSchema,
  Query extends Schema = typeof NoInputSchema,
  Body extends Schema = typeof NoInputSchema,
>(definition: Definition<Method, Path, Params, Query, Body, Data>) {
  return {
    params: NoInputSchema,
    query: NoInputSchema,
    body: NoInputSchema,
    codes: [],
    source: 'spec 7',
    ...definition,
  } as Omit<Endpoint<Params, Query, Body, Data>, 'method' | 'path'> & {
    method: Method
    path: Path
  }
}
