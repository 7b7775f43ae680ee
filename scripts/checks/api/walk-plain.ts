import pLimit from 'p-limit'
import * as v from 'valibot'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { formatCount } from '#scripts/lib/format-count.ts'
import type { Walk } from './create-walk.ts'
import { findSwitchedOff } from './find-switched-off.ts'
import { readFirst } from './json.ts'
import { endpointKeys, isReadOnly } from './api-call.ts'

const INIT = 'GET /api/index/init'

/** Concurrent calls; low, because the API may be in production. */
export const AT_ONCE = 4

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
    walk.report({ key: INIT, lang: walk.lang }, [{ path, expected, got }], 'note')
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
  await pLimit(AT_ONCE).map(keys, (key) => walk.readAllLanguages({ key }))
}
