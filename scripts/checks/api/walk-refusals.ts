import { endpoints, type EndpointKey } from '#api/index.ts'
import type { Walk } from './create-walk.ts'
import { endpointKeys, isReadOnly, takes, UNKNOWN_ORDER } from './api-call.ts'

const UNKNOWN_ID = '999999999'
/** The token of a client that has not read its own token yet (spec section 9). */
const UNREAD_TOKEN = '2'

/** Whether a public endpoint takes an id. Order details need a token. */
function hasPublicId(key: EndpointKey): boolean {
  const { login, method } = endpoints[key]
  return method === 'GET' && login !== 'required' && takes(key, 'id')
}

async function refuseIds(walk: Walk, key: EndpointKey): Promise<void> {
  await walk.expectRefusal({ key, query: { id: 'abc' } }, 'refusal')
  // The list of dates needs no id and is empty for an unknown id.
  if (key === 'GET /api/course/datelist') return
  await walk.expectRefusal({ key, query: { id: UNKNOWN_ID } }, 'refusal')
  await walk.expectRefusal({ key }, 'refusal')
}

/** Checks that unknown and invalid ids are refused. */
export async function checkUnknown(walk: Walk): Promise<void> {
  await walk.forEach(endpointKeys.filter(hasPublicId), (key) => refuseIds(walk, key))
  const key = 'GET /api/perform/ticket_query'
  const query = { show_id: UNKNOWN_ID, tier_id: UNKNOWN_ID }
  await walk.expectRefusal({ key, query }, 'refusal')
}

/** Checks that member endpoints refuse calls without a token. Writes have an empty body. */
export async function checkVisitors(walk: Walk): Promise<void> {
  const keys = endpointKeys.filter((key) => endpoints[key].login === 'required')
  await walk.forEach(keys, async (key) => {
    const query = key === 'GET /api/order/detail' ? { order_no: UNKNOWN_ORDER } : {}
    // An endpoint that writes may validate its input before the session.
    const outcome = isReadOnly(key) ? 'no session' : 'no session or refusal'
    await walk.expectRefusal({ key, query }, outcome)
  })
  await walk.expectRefusal({ key: 'GET /api/account/profile', token: UNREAD_TOKEN }, 'no session')
}
