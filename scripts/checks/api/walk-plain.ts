import * as v from 'valibot'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { mapLimited } from '#scripts/lib/map-limited.ts'
import type { Walk } from './create-walk.ts'
import { readFirst } from './json.ts'
import { endpointKeys, isReading } from './question.ts'

const INIT = 'GET /api/index/init'

/** Calls at once: an API under check may be the one that serves the public. */
export const AT_ONCE = 4

function needsNothing(key: EndpointKey): boolean {
  const { params, query, body } = endpoints[key]
  return [params, query, body].every((schema) => v.safeParse(schema, {}).success)
}

/** Init comes first: without it there is no API. @returns `viewurl`, the base of media files */
export async function readInit(walk: Walk): Promise<string> {
  const viewUrl = readFirst(await walk.readAllLanguages({ key: INIT }), 'viewurl')
  return typeof viewUrl === 'string' ? viewUrl : '/'
}

/** Everything that can be read without knowing an id. */
export async function readPlain(walk: Walk): Promise<void> {
  const keys = endpointKeys.filter(
    (key) => key !== INIT && isReading(key) && needsNothing(key) && endpoints[key].login === 'none',
  )
  await mapLimited(keys, AT_ONCE, (key) => walk.readAllLanguages({ key }))
}
