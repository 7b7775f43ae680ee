import { endpoints, type EndpointKey } from '#api/index.ts'
import { findDisabledSection, SECTIONS } from '#api/sections.ts'
import { endpointKeys } from './api-call.ts'
import { readFirst, readList } from './json.ts'

/** Paths of calls for sales. */
const SALE = /^\/api\/order\/|^\/api\/perform\/ticket_query$|^\/api\/course\/eligibility$/
/** Paths of calls for members and login. */
const MEMBERS = /^\/api\/(?:account|user|sms|upload)\//

/** Calls that the site does not send, and the field of the init data that disables them. */
export interface SwitchedOff {
  path: string
  calls: EndpointKey[]
}

/** Finds the calls that the init data disables. @param init the data of `GET /api/index/init` */
export function findSwitchedOff(init: unknown): SwitchedOff[] {
  const list = (path: string, isOff: boolean, matches: (key: EndpointKey) => boolean) =>
    isOff ? [{ path, calls: endpointKeys.filter(matches) }] : []
  const hasPath = (key: EndpointKey, pattern: RegExp) => pattern.test(endpoints[key].path)
  const hasNoLogin = readFirst(init, 'can_log_in') === false
  // Without the list all sections are enabled.
  const listed = readList(readFirst(init, 'site'), 'sections')
  const enabled =
    listed.length > 0 ? SECTIONS.filter((section) => listed.includes(section)) : SECTIONS
  return [
    ...list('data.can_log_in', hasNoLogin, (key) => {
      return endpoints[key].login === 'required' || hasPath(key, MEMBERS) || hasPath(key, SALE)
    }),
    ...list('data.can_buy_online', readFirst(init, 'can_buy_online') === false, (key) =>
      hasPath(key, SALE),
    ),
    ...SECTIONS.flatMap((section) =>
      list(`data.site.sections without ${section}`, !enabled.includes(section), (key) => {
        return findDisabledSection(endpoints[key].path, enabled) === section
      }),
    ),
  ].filter(({ calls }) => calls.length > 0)
}
