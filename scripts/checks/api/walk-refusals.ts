import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { mapLimited } from '#scripts/lib/map-limited.ts'
import type { Walk } from './create-walk.ts'
import { endpointKeys, isReading } from './question.ts'
import type { Question } from './question.ts'
import { AT_ONCE } from './walk-plain.ts'

const UNKNOWN_ID = '999999999'
const UNKNOWN_ORDER = 'ZZZZZZZZ99999999'
/** What a client sends that has not read its token yet (spec section 9). */
const UNREAD_TOKEN = '2'

// Order numbers are asked for with a token; what visitors may ask by id stands in the contract.
function takesId(key: EndpointKey): boolean {
  const { query, login, method } = endpoints[key]
  if (method !== 'GET' || login === 'required') return false
  return 'entries' in query && typeof query.entries === 'object' && 'id' in query.entries
}

async function refuseIds(walk: Walk, key: EndpointKey): Promise<void> {
  const ask = (query: Record<string, string>): Question => ({ key, query, lang: walk.lang })
  await walk.expectRefusal(ask({ id: 'abc' }), 'refusal')
  // A list of dates may be asked for without an id, and is empty for an unknown one.
  if (key === 'GET /api/course/datelist') return
  await walk.expectRefusal(ask({ id: UNKNOWN_ID }), 'refusal')
  await walk.expectRefusal(ask({}), 'refusal')
}

/** Asks for things that do not exist, and with what is no id. */
export async function checkUnknown(walk: Walk): Promise<void> {
  await mapLimited(endpointKeys.filter(takesId), AT_ONCE, (key) => refuseIds(walk, key))
  const key = 'GET /api/perform/ticket_query'
  const query = { show_id: UNKNOWN_ID, tier_id: UNKNOWN_ID }
  await walk.expectRefusal({ key, query, lang: walk.lang }, 'refusal')
}

/** Asks what is for members without a token. Writes are asked with an empty body: nothing is written. */
export async function checkVisitors(walk: Walk): Promise<void> {
  const keys = endpointKeys.filter((key) => endpoints[key].login === 'required')
  await mapLimited(keys, AT_ONCE, async (key) => {
    const query = key === 'GET /api/order/detail' ? { order_no: UNKNOWN_ORDER } : {}
    // A write may look at its input before it looks at who asks.
    const wish = isReading(key) ? 'no session' : 'no session or refusal'
    await walk.expectRefusal({ key, query, lang: walk.lang }, wish)
  })
  const profile = { key: 'GET /api/account/profile', lang: walk.lang } as const
  await walk.expectRefusal({ ...profile, token: UNREAD_TOKEN }, 'no session')
}
