import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Locale } from '#api/language.ts'
import type { Denial } from './errors.ts'

/** What a request carries from middleware to handler and log line. */
interface Variables {
  requestId: string
  lang: Locale
  /** Key of the endpoint, or the path where none was found. */
  route: string
  code: number
  /** The member of the call, also of one that is refused; null for visitors. */
  userId: number | null
  /** Why the call lacks authorisation, for the log; null for calls that do not. */
  denial: Denial | null
}
export interface AppEnv {
  Variables: Variables
  Bindings: HttpBindings
}
export type App = Hono<AppEnv>
