import { ROUTE_ERROR, ROUTE_ERROR_KEY } from '#config.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { ERROR_PAGE, href, type RouteError } from '#routes.ts'

const MAX_MESSAGE = 200

const getField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599

const isMessage = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== ''

/**
 * Reads the status of an error or of its response, default 500, and its message, default "Error" (spec
 * sections 2 and 8).
 */
export function readRouteError(error: unknown): RouteError {
  const statuses = [error, getField(error, 'response')].flatMap((source) => [
    getField(source, 'status'),
    getField(source, 'statusCode'),
  ])
  const message = getField(error, 'message')
  return {
    status: statuses.find(isStatus) ?? ROUTE_ERROR.status,
    message: isMessage(message) ? message.trim().slice(0, MAX_MESSAGE) : ROUTE_ERROR.message,
  }
}

/**
 * Navigates from a failed page to the error page with status and message. They are passed in session
 * storage, so that a link cannot inject text.
 */
export function showErrorPage(
  error: unknown,
  tab: Pick<Window, 'sessionStorage' | 'location'>,
): void {
  const { pathname, search } = tab.location
  const record = { ...readRouteError(error), from: pathname + search }
  try {
    tab.sessionStorage.setItem(ROUTE_ERROR_KEY, JSON.stringify(record))
  } catch {
    // Without storage the error page shows its defaults.
  }
  tab.location.replace(href(ERROR_PAGE, getPathLocale(pathname)))
}
