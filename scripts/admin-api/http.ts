import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { EndpointKey } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { Denial } from './errors.ts'

export interface AppEnv {
  /** Shared by middleware, handlers and the request log. */
  Variables: {
    requestId: string
    lang: Locale
    /** Key of the endpoint of the contract; null for other routes, and if none matches. */
    endpoint: EndpointKey | null
    code: number
    /** The member of the call, even if the call is refused; null for visitors. */
    userId: number | null
    /** Why authorisation was denied, for the log; null when it was not. */
    denial: Denial | null
  }
  Bindings: HttpBindings
}
export type App = Hono<AppEnv>
