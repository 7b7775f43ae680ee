import type { Walk } from './create-walk.ts'
import { showValue } from './finding.ts'
import { pickSome, readAll, readFirst, readList } from './json.ts'
import { UNKNOWN_ORDER, type ApiCall } from './api-call.ts'
import { checkPaging } from './walk-lists.ts'

const MAX_ORDERS = 5
const MAX_APPLICATIONS = 5

async function readOrders(walk: Walk, token: string): Promise<void> {
  const list = await walk.readAllLanguages({ key: 'POST /api/order/list', token })
  const numbers = readAll(list, ['items', 'order_no']).filter(
    (number) => typeof number === 'string',
  )
  await walk.forEach(pickSome(numbers, MAX_ORDERS), async (number) => {
    const call = { key: 'GET /api/order/detail', query: { order_no: number }, token } as const
    const data = await walk.readAllLanguages(call)
    walk.checkEcho(call, data, 'order_no', number)
  })
  await checkPaging(walk, { key: 'POST /api/order/list', token })
}

/** States after which a member may apply again. */
const CLOSED = new Set<unknown>(['declined', 'withdrawn'])

/** Checks that forms return an existing application, so that members do not apply twice. */
async function readApplications(walk: Walk, token: string): Promise<void> {
  const list = await walk.readAllLanguages({ key: 'GET /api/account/applications', token })
  // The form of an item that has expired since then is gone.
  const isPublic = (application: unknown) =>
    walk.references.some(
      ({ kind, id }) =>
        kind === readFirst(application, 'kind') && id === readFirst(application, 'subject', 'id'),
    )
  const applications = readList(list, 'applications').filter(
    (application) => !CLOSED.has(readFirst(application, 'status')) && isPublic(application),
  )
  await walk.forEach(pickSome(applications, MAX_APPLICATIONS), async (application) => {
    const isCourse = readFirst(application, 'kind') === 'course'
    const key = isCourse ? 'GET /api/course/applyinfo' : 'GET /api/course/activity_applyinfo'
    const query = { id: String(readFirst(application, 'subject', 'id')) }
    const call: ApiCall = { key, query, token }
    const data = await walk.read(call)
    const [id, got] = [readFirst(application, 'id'), readFirst(data, 'applied', 'id')]
    if (data === undefined || got === id) return
    const expected = `${String(id)}, the application of the list`
    walk.report(call, [{ path: 'data.applied.id', expected, got: showValue(got) }])
  })
}

/** Reads the data of the member of the token, without changing anything. */
export async function readMember(walk: Walk, token: string): Promise<void> {
  const data = await walk.read({ key: 'GET /api/account/profile', token })
  if (data === undefined) return
  await walk.readAllLanguages({ key: 'POST /api/account/member', token })
  await walk.read({ key: 'GET /api/account/sessions', token })
  await walk.read({ key: 'POST /api/account/messages', token })
  await walk.read({ key: 'GET /api/account/message_settings', token })
  await walk.read({ key: 'GET /api/account/deletion', token })
  await readApplications(walk, token)
  await readOrders(walk, token)
  const query = { order_no: UNKNOWN_ORDER }
  await walk.expectRefusal({ key: 'GET /api/order/detail', query, token }, 'refusal')
}
