import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#api/primitives.ts'
import { setVenueTimeZone } from '#scripts/admin-api/venue-time.ts'
import { copyFixture, editFile, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import { runJob } from '#tests/support/run-job.ts'

// A venue in New York, where clocks go back at 02:00 on 7 November 2027, so that 01:00 to 02:00 occurs twice.

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  const member = await createMember(api, '+8613800137000', { email: 'lin@example.org' })
  buyer = createBuyer(api, member)
})
afterEach(() => checkAndClose(api))
afterAll(() => setVenueTimeZone(DEFAULT_TIME_ZONE))

type Edit = readonly [file: string, from: RegExp, to: string]

/** Imports the fixture as that of a venue in New York. */
async function moveToNewYork(...edits: Edit[]): Promise<void> {
  const root = copyFixture(api.dataDir)
  editFile(join(root, 'site.yaml'), /^tagline:/m, 'time_zone: America/New_York\ntagline:')
  for (const [file, from, to] of edits) editFile(join(root, file), from, to)
  await api.importFrom(root)
  // The next call of the API follows the time zone.
  await api.read('GET /api/index/init')
}

const startShow = (id: number, time: string): Edit => [
  'performances/teahouse.yaml',
  new RegExp(String.raw`(id: ${id}, hall: \w+, starts: )'[^']+'`),
  `$1'${time}'`,
]

test('calendar months begin and end at midnight of the venue', async () => {
  await moveToNewYork(
    startShow(2, '2027-10-31T23:59:00-04:00'),
    startShow(5, '2027-11-01T00:00:00-04:00'),
    startShow(4, '2027-11-30T23:59:00-05:00'),
  )
  const list = async (month: string) => {
    const { entries } = await api.read('POST /api/perform/calendar', { body: { month } })
    return entries.map(({ id, starts_at: at }) => [id, at])
  }
  expect(await list('2027-10')).toEqual([[2, '2027-10-31T23:59:00-04:00']])
  expect(await list('2027-11')).toEqual([
    [5, '2027-11-01T00:00:00-04:00'],
    [4, '2027-11-30T23:59:00-05:00'],
  ])
  api.clock.now = Date.parse('2027-10-31T23:59:59-04:00')
  expect((await api.read('GET /api/course/calendar')).month).toBe('2027-10')
  api.clock.now += 1000
  expect((await api.read('GET /api/course/calendar')).month).toBe('2027-11')
})

test('the calendar of courses sorts dates by time when an hour occurs twice', async () => {
  await moveToNewYork(
    ['courses/first-steps.yaml', /'\+2w tue 19:00'/, "'2027-11-07T01:30:00-04:00'"],
    ['activities/open-day.yaml', /'\+1w sun 10:00'/, "'2027-11-07T01:15:00-05:00'"],
  )
  const { entries } = await api.read('GET /api/course/calendar', { query: { month: '2027-11' } })
  expect(entries.map(({ starts_at: at }) => at)).toEqual([
    '2027-11-07T01:30:00-04:00',
    '2027-11-07T01:15:00-05:00',
  ])
})

test('reminders are sent on the day before, also if it has 25 hours', async () => {
  await moveToNewYork(startShow(5, '2027-11-07T23:30:00-05:00'))
  await buyer.buy(buildTicketOrder(1))
  const remind = async (clock: string) => {
    api.clock.now = Date.parse(clock)
    await runJob(api, 'remind members')
    const rows = await api.db.query.selectFrom('member_message').select('kind').execute()
    return rows.filter(({ kind }) => kind === 'show_reminder').length
  }
  expect(await remind('2027-11-05T20:59:00-04:00')).toBe(0)
  expect(await remind('2027-11-06T09:59:00-04:00')).toBe(0)
  expect(await remind('2027-11-06T10:00:00-04:00')).toBe(1)
})

test('staff see the times and order numbers of the venue', async () => {
  await moveToNewYork()
  api.clock.now = Date.parse('2027-05-04T23:59:00-04:00')
  const { order_no: number, created_at: at } = await buyer.order(buildTicketOrder(1))
  expect([number.slice(0, 8), at]).toEqual(['20270504', '2027-05-04T23:59:00-04:00'])
  expect(await runStaffLine(api, ['orders', 'list'])).toContain(`${number}  2027-05-04 23:59`)
})
