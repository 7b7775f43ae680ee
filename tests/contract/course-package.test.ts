import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { checkAndClose, createBuyer, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runSql } from '#tests/support/database.ts'

const tenClasses = {
  type: 'course',
  item: { kind: 'package', course_package_id: 1 },
  expected_payable_fen: 99_000,
} as const

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  buyer = createBuyer(api, await createMember(api))
})
afterEach(() => checkAndClose(api))

const changeOffer = () =>
  runSql(api.db, sql`UPDATE course_package SET class_hours = 40, permanent = 0 WHERE id = 1`)

test('a package is sold while a date of its course has places', { tags: ['S4.20'] }, async () => {
  expect((await buyer.create(tenClasses)).code).toBe(200)
})

test('a package keeps what was bought when its offer changes', async () => {
  const order_no = await buyer.buy(tenClasses)
  await changeOffer()
  expect(await buyer.read(order_no)).toMatchObject({
    content: { class_hours: 20, hours_left: 20, permanent: true, expires_at: null },
  })
})

test('a package is delivered as ordered when its offer changes before the payment', async () => {
  const { order_no } = await buyer.order(tenClasses)
  await changeOffer()
  expect(await buyer.read(order_no)).toMatchObject({
    content: { class_hours: 20, permanent: true },
  })
  await buyer.pay(order_no)
  expect(await buyer.read(order_no)).toMatchObject({
    content: { class_hours: 20, hours_left: 20, permanent: true, expires_at: null },
  })
})

test('an order from before the migration gets the class hours of the current offer', async () => {
  const { order_no } = await buyer.order(tenClasses)
  await runSql(api.db, sql`UPDATE "order" SET class_hours = NULL`)
  await changeOffer()
  await buyer.pay(order_no)
  expect(await buyer.read(order_no)).toMatchObject({
    content: { class_hours: 40, permanent: false, expires_at: '2028-05-05T12:00:00+08:00' },
  })
})

test('a sold-out course sells no package', { tags: ['S4.20'] }, async () => {
  await runSql(api.db, sql`UPDATE course_date SET places = booked + held WHERE course_id = 1`)
  expect((await buyer.create(tenClasses)).code).toBe(500101)
})

test('a course without upcoming dates sells no package', { tags: ['S4.18'] }, async () => {
  await runSql(api.db, sql`UPDATE course_date SET cancelled = 1 WHERE course_id = 1`)
  expect((await buyer.create(tenClasses)).code).toBe(500109)
})

test('a course with admission by application sells packages to accepted applicants only', async () => {
  await runSql(api.db, sql`UPDATE course SET admission = 'apply' WHERE id = 1`)
  expect((await buyer.create(tenClasses)).code).toBe(500119)
  await runSql(
    api.db,
    sql`INSERT INTO application (kind, item_id, user_id, status, answers, submitted_at)
         SELECT 'course', 1, id, 'accepted', '{}', 1 FROM "user"`,
  )
  expect((await buyer.create(tenClasses)).code).toBe(200)
})

test('a package of a hidden course, or one that does not exist, is not found', async () => {
  const missing = { ...tenClasses, item: { kind: 'package', course_package_id: 9999 } } as const
  expect((await buyer.create(missing)).code).toBe(404)
  await runSql(api.db, sql`UPDATE course SET published = 0 WHERE id = 1`)
  expect((await buyer.create(tenClasses)).code).toBe(404)
})
