import { endpoints, type EndpointKey } from '#api/index.ts'
import { SECTIONS, type Section } from '#api/sections.ts'
import { endpointKeys } from './api-call.ts'
import { readFirst, readList } from './json.ts'

/** Calls that only sales need. */
const SALE = /^\/api\/order\/|^\/api\/perform\/ticket_query$|^\/api\/course\/eligibility$/
/** Calls of members and of login. */
const MEMBERS = /^\/api\/(?:account|user|sms|upload)\//
const CALLS_OF_SECTION: Partial<Record<Section, RegExp>> = {
  performances: /^\/api\/perform\//,
  artists: /^\/api\/artist\//,
  business: /^\/api\/index\/business$/,
  about: /^\/api\/index\/about$/,
  search: /^\/api\/search\//,
}

/** Calls that the site does not make, and the field of the init data that switches them off. */
export interface SwitchedOff {
  path: string
  calls: EndpointKey[]
}

/** Finds the calls that init data switch off. @param init the data of `GET /api/index/init` */
export function findSwitchedOff(init: unknown): SwitchedOff[] {
  const list = (path: string, isOff: boolean, matches: (key: EndpointKey) => boolean) =>
    isOff ? [{ path, calls: endpointKeys.filter(matches) }] : []
  const hasPath = (key: EndpointKey, pattern: RegExp | undefined) =>
    pattern?.test(endpoints[key].path) === true
  const hasNoLogin = readFirst(init, 'can_log_in') === false
  // Without the list all sections are shown.
  const sections = readList(readFirst(init, 'site'), 'sections')
  return [
    ...list('data.can_log_in', hasNoLogin, (key) => {
      return endpoints[key].login === 'required' || hasPath(key, MEMBERS) || hasPath(key, SALE)
    }),
    ...list('data.can_buy_online', readFirst(init, 'can_buy_online') === false, (key) =>
      hasPath(key, SALE),
    ),
    ...SECTIONS.flatMap((section) => {
      const isOff = sections.length > 0 && !sections.includes(section)
      return list(`data.site.sections without ${section}`, isOff, (key) =>
        hasPath(key, CALLS_OF_SECTION[section]),
      )
    }),
  ].filter(({ calls }) => calls.length > 0)
}
