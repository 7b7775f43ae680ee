import * as v from 'valibot'
import { endpoints, type EndpointKey } from '#api/index.ts'
import { findDisabledSection, SECTIONS } from '#api/sections.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { Walk } from './create-walk.ts'
import { readFirst, readList } from './json.ts'
import { endpointKeys, isReadOnly } from './api-call.ts'

/** Paths of calls for sales. */
const SALE = /^\/api\/order\/|^\/api\/perform\/ticket_query$|^\/api\/course\/eligibility$/
/** Paths of calls for members and login. */
const MEMBERS = /^\/api\/(?:account|user|sms|upload)\//

/** Finds the calls that the init data disables. @param init the data of `GET /api/index/init` */
function findSwitchedOff(init: unknown) {
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

const INIT = 'GET /api/index/init'

function needsNoInput(key: EndpointKey): boolean {
  const { params, query, body } = endpoints[key]
  return [params, query, body].every((schema) => v.safeParse(schema, {}).success)
}

/** Reads the init data, which determines the other calls. @returns `viewurl`, the base of media files */
export async function readInit(walk: Walk): Promise<string> {
  const init = await walk.readAllLanguages({ key: INIT })
  for (const { path, calls } of findSwitchedOff(init)) {
    for (const call of calls) walk.absent.add(call)
    const expected = 'disables'
    const got = `${formatCount(calls.length, 'call')}, which are not checked`
    walk.report({ key: INIT }, [{ path, expected, got }], 'note')
  }
  const viewUrl = readFirst(init, 'viewurl')
  return typeof viewUrl === 'string' ? viewUrl : '/'
}

/** Reads every public endpoint that needs no id. */
export async function readPlain(walk: Walk): Promise<void> {
  const keys = endpointKeys.filter(
    (key) =>
      key !== INIT && isReadOnly(key) && needsNoInput(key) && endpoints[key].login === 'none',
  )
  await walk.forEach(keys, (key) => walk.readAllLanguages({ key }))
}
