import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listJobs } from '#scripts/admin-api/jobs.ts'
import { FIRST_START, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { readNumber, readRow } from '#tests/support/database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => checkAndClose(api))

/** Sets the clock and runs the background jobs. */
async function moveTo(now: number): Promise<void> {
  api.clock.now = now
  for (const { run } of listJobs(api.deps)) await run(now)
}

const readHeld = () =>
  readNumber(api.db, sql`SELECT held FROM show_tier WHERE show_id = 5 AND tier_id = 2`)

const hold = (buyer: Buyer) => buyer.order(buildTicketOrder(2))

// The member logs in just before the order, so that the session is valid.
const join = async () => createBuyer(api, await createMember(api))

test('a hold made while the clock was a day ahead ends one hold period after the correction', async () => {
  await moveTo(FIRST_START + DAY)
  const buyer = await join()
  const { order_no } = await hold(buyer)
  await moveTo(FIRST_START)
  expect(await buyer.read(order_no)).toMatchObject({ remaining_ms: 15 * MINUTE })
  await moveTo(FIRST_START + 15 * MINUTE - 1)
  expect(await readHeld()).toBe(2)
  await moveTo(FIRST_START + 17 * MINUTE)
  expect(await readHeld()).toBe(0)
})

test('extensions of such a hold end three hold periods after the correction', async () => {
  await moveTo(FIRST_START + DAY)
  const buyer = await join()
  const { order_no } = await hold(buyer)
  for (let minutes = 0; minutes <= 120; minutes += 5) {
    await moveTo(FIRST_START + minutes * MINUTE)
    await buyer.call('POST /api/order/extend', { order_no })
    if (minutes === 40) expect(await readHeld()).toBe(2)
  }
  expect(await readHeld()).toBe(0)
})

test('a hold keeps its deadline while the clock runs, and expires when the clock jumps past it', async () => {
  const { order_no } = await hold(await join())
  const readEnd = async () =>
    (await readRow(api.db, sql`SELECT expires_at FROM "order" WHERE order_no = ${order_no}`))?.[
      'expires_at'
    ]
  await moveTo(FIRST_START + 5 * MINUTE)
  expect(await readEnd()).toBe(FIRST_START + 15 * MINUTE)
  await moveTo(FIRST_START + DAY)
  expect(await readHeld()).toBe(0)
})
