import { ROUTE_ERROR } from '#config.ts'
import type { RouteError } from '#routes.ts'

/** The errors for which a host shows a page, with their reason phrases (RFC 9110, section 15). */
export const HOST_ERRORS: readonly RouteError[] = [
  { status: 400, message: 'Bad Request' },
  { status: 405, message: 'Method Not Allowed' },
  ROUTE_ERROR,
  { status: 502, message: 'Bad Gateway' },
  { status: 504, message: 'Gateway Timeout' },
]
