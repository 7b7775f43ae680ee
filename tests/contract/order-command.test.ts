import { sql } from 'kysely'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput, DataOf } from '#api/index.ts'
import { copyFixture, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  buildTicketOrder,
  checkAndClose,
  createBuyer,
  failRefunds,
  paySandbox,
  runJobs,
  type Buyer,
} from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { sendAllMessages } from '#tests/support/send-all-messages.ts'
import { runAdminLine, runStaffLine } from '#tests/support/run-admin.ts'
import { runScript } from '#tests/support/run-script.ts'
import { applyToActivity } from './application-forms.ts'
import { readCsv } from './application-staff.ts'
import { readNumber, readRow, readSql, runSql } from '#tests/support/database.ts'

type OrderRequest = BodyInput<'POST /api/order/create'>

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  buyer = createBuyer(api, await createMember(api, '+8613800137000'))
})
afterEach(async () => {
  await checkAndClose(api)
})

/** Runs a staff command. @returns its output */
const run = (line: string) => runStaffLine(api, line)

async function orderTickets(who = buyer, quantity = 2): Promise<string> {
  const { order_no } = await who.order(buildTicketOrder(quantity))
  return order_no
}

const buyTickets = (who = buyer) => who.buy(buildTicketOrder(2))

const readStock = async () =>
  await readRow(
    api.db,
    sql`SELECT stock, held, sold FROM show_tier WHERE show_id = 5 AND tier_id = 2`,
  )

describe('content import that removes items with orders, class hours or applications', () => {
  test('shows class hours that members can still use', async () => {
    const item = { kind: 'package', course_package_id: 1 } as const
    const number = await buyer.buy({ type: 'course', item, expected_payable_fen: 99_000 })
    const root = copyFixture(api.dataDir)
    for (const file of ['courses/first-steps', 'course-news/news-1', 'course-news/news-3']) {
      rmSync(join(root, `${file}.yaml`))
    }
    expect(await runAdminLine(api, ['content', 'import', root, '--dry-run'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Removes course 1 \(.*first-steps\.yaml\): 20 class hours\n/),
    })
    await run(`orders refund ${number} --yes`)
    expect(await runAdminLine(api, ['content', 'import', root])).toMatchObject({ code: 0 })
  })

  test('shows them and requires confirmation; other imports need none', async () => {
    await buyTickets()
    await orderTickets(createBuyer(api, await createMember(api, '+8613800137009')), 1)
    const member = await createMember(api, '+8613800137008')
    await applyToActivity(api, member)
    const root = copyFixture(api.dataDir)
    const importFolder = (answer: boolean | null, ...more: string[]) =>
      runAdminLine(api, ['content', 'import', root, ...more], { answer })
    const isShown = async () =>
      (await readRow(api.db, sql`SELECT published FROM activity WHERE id = 1`))?.['published'] === 1
    expect(await importFolder(null)).toMatchObject({ code: 0, questions: [] })

    rmSync(join(root, 'activities/open-day.yaml'))
    const path = join(root, 'performances/teahouse.yaml')
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('id: 5,')
    writeFileSync(path, text.replace('id: 5,', 'id: 50,'))
    const effects = expect.stringMatching(
      /Removes show 5 \(.*teahouse\.yaml\): 2 orders, 2 tickets\nRemoves activity 1 \(.*open-day\.yaml\): 1 application\n/,
    )
    expect(await importFolder(null)).toMatchObject({
      code: 2,
      output: effects,
      errors: expect.stringContaining('add --yes'),
    })
    expect(await importFolder(null, '--dry-run')).toMatchObject({ code: 0, output: effects })
    expect(await importFolder(false)).toMatchObject({
      code: 1,
      questions: ['Import the folder anyway?'],
    })
    expect(await isShown()).toBe(true)
    expect(await importFolder(null, '--yes')).toMatchObject({ code: 0 })
    expect(await isShown()).toBe(false)
    expect(await run('orders list --status paid')).toContain('2027-05-05')
  })
})

describe('order commands', () => {
  test('list orders by status, show them without ticket codes, and export them', async () => {
    const number = await buyTickets()
    expect(await run('orders list --status paid')).toContain(`${number}  2027-05-05 12:00`)
    expect(await run('orders list --status pending')).toBe('0 orders')
    const order = await buyer.read(number)
    const code = order.type === 'performance' ? order.tickets[0]?.code : ''
    const shown = await run(`orders show ${number}`)
    expect(shown).toContain('Tickets 0/2 used')
    const ticket = await readNumber(api.db, sql`SELECT max(id) FROM ticket`)
    await run(`orders refund ${number} --ticket ${ticket} --yes`)
    expect(await run(`orders show ${number}`)).toContain('Tickets 0/1 used')
    expect(shown).not.toContain(code)
    const file = join(api.dataDir, 'orders.csv')
    expect(await run(`orders export ${file}`)).toBe(`1 order in ${file}`)
    expect(readCsv(readFileSync(file, 'utf8'))[1]).toContain(number)
    await expect(run(`orders export ${file}`)).rejects.toThrow('the file already exists')
    await orderTickets(createBuyer(api, await createMember(api, '+8613800137009')), 1)
    const unpaid = join(api.dataDir, 'unpaid.csv')
    await run(`orders export ${unpaid} --status pending`)
    const [titles = [], row = []] = readCsv(readFileSync(unpaid, 'utf8'))
    expect(row[titles.indexOf('实付 Paid amount')]).toBe('')
    await expect(run('orders list --status lost')).rejects.toThrow('Allowed choices are')
    await expect(run('orders show NOTHING1')).rejects.toThrow('There is no order NOTHING1')
  })

  test('refund an order once', async () => {
    const number = await buyTickets()
    expect(await run(`orders refund ${number} --yes`)).toContain(
      'refund of 361.00 yuan requested, status refunding',
    )
    await expect(run(`orders refund ${number} --yes`)).rejects.toThrow('is refunding, not paid')
    await runJobs(api)
    api.clock.now += 60_000
    await runJobs(api)
    expect(await buyer.read(number)).toMatchObject({
      status: 'refunded',
      refund: { status: 'done' },
    })
    expect(await readStock()).toMatchObject({ held: 0, sold: 0 })
  })

  test('refund a top-up from the balance, unless it was spent', async () => {
    const topUp = (amount_fen: number) => buyer.buy({ type: 'recharge', amount_fen })
    const number = await topUp(50_000)
    await buyer.call('POST /api/order/pay', { order_no: await orderTickets(), method: 'balance' })
    for (const option of ['--dry-run', '--yes']) {
      await expect(run(`orders refund ${number} ${option}`)).rejects.toThrow(
        'has spent a part of this top-up: 139.00 yuan are left',
      )
    }
    expect(await buyer.read(number)).toMatchObject({ status: 'paid', refund: null })
    await topUp(40_000)
    expect(await run(`orders refund ${number} --dry-run`)).toContain(
      'Refund of 500.00 yuan, taken from the balance of the member',
    )
    expect(await run(`orders refund ${number} --yes`)).toContain('refund of 500.00 yuan requested')
    expect(await readRow(api.db, sql`SELECT fen FROM balance`)).toEqual({ fen: 3_900 })
    await sendAllMessages(api)
    const confirmations = sql`SELECT state FROM member_message WHERE kind = 'balance_topped_up' ORDER BY id`
    expect(await readSql(api.db, confirmations)).toEqual([{ state: 'skipped' }, { state: 'sent' }])
  })
})

describe('a refund that has failed', () => {
  /** Refunds an order, or one of its tickets, while the provider is down. @returns its number */
  async function failRefund(only?: 'one ticket'): Promise<string> {
    const number = await buyTickets()
    await failRefunds(api, api.deps.sandbox?.provider, async () => {
      if (only) {
        const ticket = await readNumber(api.db, sql`SELECT max(id) FROM ticket`)
        await run(`orders refund ${number} --ticket ${ticket} --yes`)
      } else await buyer.call('POST /api/order/refund', { order_no: number })
    })
    return number
  }
  const FAILED = { status: 'refunding', refund: { status: 'failed' } }
  const REFUNDED = { status: 'refunded', refund: { status: 'done', amount_fen: 36_100 } }

  test.each([
    ['an order', undefined, 'refunding'],
    ['one of its tickets', 'one ticket', 'paid'],
  ] as const)('of %s is listed', async (_title, only, status) => {
    await buyTickets(createBuyer(api, await createMember(api, '+8613800137009')))
    const number = await failRefund(only)
    const list = () => run('orders list --failed-refunds --json')
    expect(JSON.parse(await list())).toMatchObject([{ order_no: number, status }])
    await run(`orders refund ${number} --settled-by-hand --yes`)
    expect(JSON.parse(await list())).toEqual([])
  })

  test('is sent to the provider again', async () => {
    const number = await failRefund()
    expect(await run(`orders refund ${number} --retry --dry-run`)).toMatch(
      /Refund R\w+ of 361\.00 yuan by sandbox has failed/,
    )
    expect(await buyer.read(number)).toMatchObject(FAILED)
    expect(await run(`orders refund ${number} --retry --yes`)).toContain(
      `Order ${number}: 1 refund is sent again`,
    )
    await runJobs(api)
    expect(await buyer.read(number)).toMatchObject(REFUNDED)
    await expect(run(`orders refund ${number} --retry --yes`)).rejects.toThrow(
      `Order ${number} has no failed refund`,
    )
  })

  test('is settled once staff have repaid it by hand', async () => {
    const number = await failRefund()
    expect(await run(`orders refund ${number} --settled-by-hand --yes`)).toContain(
      `Order ${number}: 1 refund is settled, now refunded`,
    )
    await runJobs(api)
    expect(await buyer.read(number)).toMatchObject(REFUNDED)
    expect(await readSql(api.db, sql`SELECT * FROM sandbox_refund`)).toEqual([])
    const audited = sql`SELECT user_id FROM audit_log WHERE action = 'refund settled by hand'`
    expect(await readSql(api.db, audited)).toHaveLength(1)
  })

  test('is either sent again or settled', async () => {
    const number = await failRefund()
    await expect(run(`orders refund ${number} --retry --settled-by-hand --yes`)).rejects.toThrow(
      'cannot be used with',
    )
    expect(await buyer.read(number)).toMatchObject(FAILED)
  })
})

describe('cancelling a show', () => {
  test('refunds paid orders, cancels unpaid ones, and stops sales', async () => {
    const paid = await buyTickets()
    const other = createBuyer(api, await createMember(api))
    const unpaid = await orderTickets(other)
    expect(await run('shows cancel 5 --yes')).toContain(
      'Refund of 1 paid order requested, 1 unpaid order cancelled',
    )
    const hasReason = expect.arrayContaining([expect.objectContaining({ event: 'date_cancelled' })])
    expect(await buyer.read(paid)).toMatchObject({ status: 'refunding', events: hasReason })
    expect(await other.read(unpaid)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'staff',
      events: hasReason,
    })
    await expect(orderTickets(createBuyer(api, await createMember(api)))).rejects.toThrow('500109')
    expect(await run('shows cancel 5 --yes')).toContain(
      'Refund of 0 paid orders requested, 0 unpaid orders cancelled',
    )
    await expect(run('shows cancel 999 --yes')).rejects.toThrow('There is no show 999')
  })

  test('refunds payments that arrive afterwards', async () => {
    const number = await orderTickets()
    const trade = await buyer.openPayment(number)
    await run('shows cancel 5 --yes')
    await paySandbox(api, trade)
    expect(await buyer.read(number)).toMatchObject({
      status: 'cancelled',
      refund: { amount_fen: 36_100 },
    })
  })

  test('closes payments in progress, and finds one that was made first', async () => {
    const unpaid = await buyer.openPayment(await orderTickets())
    const other = createBuyer(api, await createMember(api))
    const number = await orderTickets(other)
    const paid = await other.openPayment(number)
    await run('shows cancel 5 --yes')
    const { sandbox } = api.deps
    // Its webhook is lost.
    await sandbox?.trades.pay(paid, api.clock.now)
    await runJobs(api)
    expect(await sandbox?.trades.pay(unpaid, api.clock.now)).toBe(false)
    expect(await other.read(number)).toMatchObject({
      status: 'cancelled',
      refund: { status: 'done', amount_fen: 36_100 },
    })
  })
})

describe('cancelling a course date', () => {
  const booking = (fen = 12_000): OrderRequest => ({
    type: 'course',
    item: { kind: 'date', course_date_id: 4 },
    expected_payable_fen: fen,
  })
  const bookDate = async (who: Buyer, fen?: number) => (await who.order(booking(fen))).order_no
  /** Buys the package of twenty class hours. @returns the order number */
  async function buyPackage(): Promise<string> {
    const order_no = await buyer.buy({
      type: 'course',
      item: { kind: 'package', course_package_id: 1 },
      expected_payable_fen: 99_000,
    })
    return order_no
  }
  const TOO_MANY_CALLS = 500905
  const readPlaces = () =>
    readRow(api.db, sql`SELECT cancelled, held, booked FROM course_date WHERE id = 4`)

  test('refunds paid bookings, cancels unpaid ones, notifies once, and stops bookings', async () => {
    const paid = await bookDate(buyer)
    await buyer.pay(paid)
    const other = createBuyer(api, await createMember(api))
    const unpaid = await bookDate(other)
    const plan = await run('dates cancel 4 --dry-run')
    expect(plan).toContain('1 paid booking of 1 member, 0 class hours returned: 120.00 yuan')
    expect(await readPlaces()).toMatchObject({ cancelled: 0, held: 1, booked: 1 })

    expect(await run('dates cancel 4 --yes')).toContain(
      'Refund of 1 paid booking requested, 1 unpaid order cancelled',
    )
    expect(await readPlaces()).toMatchObject({ cancelled: 1, held: 0, booked: 0 })
    expect(await buyer.read(paid)).toMatchObject({ refund: { amount_fen: 12_000 } })
    expect(await other.read(unpaid)).toMatchObject({ status: 'cancelled', cancel_reason: 'staff' })
    await expect(bookDate(createBuyer(api, await createMember(api)))).rejects.toThrow('500')
    const announced = await readSql(
      api.db,
      sql`SELECT DISTINCT kind FROM member_message WHERE kind IN ('course_date_cancelled', 'refund')`,
    )
    expect(announced).toEqual([{ kind: 'course_date_cancelled' }])
    expect(await run('dates cancel 4 --yes')).toContain(
      'Refund of 0 paid bookings requested, 0 unpaid orders cancelled',
    )
    await expect(run('dates cancel 999 --yes')).rejects.toThrow('There is no course date 999')
  })

  test('refunds payments that arrive afterwards', async () => {
    const number = await bookDate(buyer)
    const trade = await buyer.openPayment(number)
    await run('dates cancel 4 --yes')
    await paySandbox(api, trade)
    expect(await buyer.read(number)).toMatchObject({
      status: 'cancelled',
      refund: { amount_fen: 12_000 },
    })
  })

  test('returns the class hours of its bookings', async () => {
    const bought = await buyPackage()
    const booked = await bookDate(buyer, 0)
    expect(await buyer.read(bought)).toMatchObject({ content: { hours_left: 18 } })
    expect(await run('dates cancel 4 --dry-run')).toContain(
      '1 paid booking of 1 member, 2 class hours returned: 0.00 yuan',
    )
    await run('dates cancel 4 --yes')
    expect(await buyer.read(booked)).toMatchObject({ status: 'refunded' })
    expect(await buyer.read(bought)).toMatchObject({ content: { hours_left: 20, permanent: true } })
  })

  test('names the package and the date of course orders, and the returned class hours', async () => {
    const bought = await buyPackage()
    const booked = await bookDate(buyer, 0)
    const list = await run('orders list --type course')
    expect(list).toMatch(new RegExp(`${bought} .* 身段入门 · 十次卡`))
    expect(list).toMatch(new RegExp(`${booked} .* 4 {2}身段入门`))
    expect(await run(`orders show ${booked}`)).toContain('Course date 4, ')
    expect(await run(`orders refund ${booked} --dry-run`)).toContain(
      'Refund of 0.00 yuan; the class hours of the booking are returned',
    )
    expect(await run(`orders refund ${bought} --dry-run`)).toMatch(
      /Refund of 990\.00 yuan\n.*Its class pass ends: 2 class hours of 20 used/,
    )
  })

  test('keeps a class pass with returned hours valid for another 30 days', async () => {
    await buyPackage()
    await bookDate(buyer, 0)
    const { now } = api.clock
    await runSql(api.db, sql`UPDATE class_pass SET expires_at = ${now}`)
    await run('dates cancel 4 --yes')
    const pass = await readRow(api.db, sql`SELECT expires_at FROM class_pass`)
    expect(Number(pass?.['expires_at']) - now).toBeGreaterThanOrEqual(30 * 24 * 60 * 60_000)
  })

  // A member's own cancellation locks the order first, another booking the account.
  test.for([
    ['one of its orders', sql`SELECT id FROM "order" WHERE course_date_id = 4 FOR UPDATE`],
    ['the account of a buyer', sql`SELECT id FROM "user" FOR NO KEY UPDATE`],
  ] as const)('does not hold the date while it waits for %s', async ([, lock], context) => {
    context.skip(api.address.kind === 'file', 'a file database has a single writer')
    await buyPackage()
    const booked = await bookDate(buyer, 0)
    const [isLocked, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const change = api.db.transaction(async (trx) => {
      await lock.execute(trx)
      isLocked.resolve()
      await isWaiting.promise
      await sql`SELECT id FROM course_date WHERE id = 4 FOR UPDATE NOWAIT`.execute(trx)
    })
    await isLocked.promise
    const command = run('dates cancel 4 --yes')
    const countWaiting = sql`SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    try {
      await expect.poll(() => readNumber(api.db, countWaiting), { timeout: 20_000 }).toBe(1)
    } finally {
      isWaiting.resolve()
    }
    await change
    await command
    expect(await buyer.read(booked)).toMatchObject({ status: 'refunded' })
  })

  test('leaves no booking made at the same moment', async () => {
    const failure = new AbortController()
    /** Books and cancels until refused, or until the command has failed. @returns the code of the refusal */
    async function bookUntilRefused(who: Buyer): Promise<number | null> {
      while (!failure.signal.aborted) {
        const { code, data } = await who.create(booking(12_000))
        if (code === TOO_MANY_CALLS) {
          api.clock.now += 60_000
          continue
        }
        if (code !== 200) return code
        const { order_no } = data as DataOf<'POST /api/order/create'>
        await who.call('POST /api/order/cancel', { order_no })
      }
      return null
    }
    const others = Array.from({ length: 4 }, async () => createBuyer(api, await createMember(api)))
    const buyers = await Promise.all(others)
    const command = runScript(
      api.dataDir,
      'admin-api/admin.ts',
      'dates',
      'cancel',
      '4',
      '--yes',
    ).then((result) => {
      if (result.code !== 0) failure.abort()
      return result
    })
    const codes = await Promise.all(buyers.map(bookUntilRefused))
    expect(await command).toMatchObject({ code: 0 })
    expect(codes).toEqual(buyers.map(() => 500109))
    expect(await readPlaces()).toMatchObject({ cancelled: 1, held: 0, booked: 0 })
    const kept = sql`SELECT id FROM "order" WHERE course_date_id = 4 AND status <> 'cancelled'`
    expect(await readSql(api.db, kept)).toEqual([])
  })
})

describe('stock', () => {
  test('is set, but not below held and sold places', async () => {
    await buyTickets()
    expect(await run('stock set 5 2 2')).toContain('places, now 2')
    expect(await readStock()).toMatchObject({ stock: 2, sold: 2 })
    await expect(run('stock set 5 2 1')).rejects.toThrow('no fewer than 2')
    await expect(run('stock set 5 99 1')).rejects.toThrow('has no price level 99')
    await expect(run('stock set 999 2 1')).rejects.toThrow('There is no show 999')
    expect(await run('stock set 5 2 9000')).toMatch(
      /Warning: \d+ tickets, but the hall has \d+ seats/,
    )
    await expect(run('stock set 5 2 -1')).rejects.toThrow('Expected a whole number')
  })

  test('of a removed show is not set', async () => {
    await runSql(api.db, sql`UPDATE show SET published = 0 WHERE id = 5`)
    await expect(run('stock set 5 2 40')).rejects.toThrow('was removed from the content')
  })
})

test('shows list contains removed shows while they have tickets', async () => {
  await buyTickets()
  await runSql(api.db, sql`UPDATE show SET published = 0 WHERE id IN (5, 8)`)
  const output = await run('shows list --all')
  expect(output).toMatch(/^ *5 .* removed /m)
  expect(output).not.toMatch(/^ *8 {2}/m)
})

describe('permission to verify tickets', () => {
  test('is granted and revoked by phone number', { tags: ['S1.22'] }, async () => {
    expect((await buyer.call('GET /api/order/door')).code).toBe(500502)
    expect(await run('grant verify +8613800137000')).toContain('on the page /code/code')
    expect(await run('grant verify +8613800137000')).toContain('may verify tickets')
    expect((await buyer.call('GET /api/order/door')).code).toBe(200)
    expect(await run('revoke verify +8613800137000')).toContain('may not verify tickets')
    expect((await buyer.call('GET /api/order/door')).code).toBe(500502)
    expect(await run('grant verify 138-0013-7000')).toContain('may verify tickets')
    await expect(run('grant verify 1380013')).rejects.toThrow('such as +8613800138000')
    await expect(run('grant verify +8613999999999')).rejects.toThrow(
      'There is no account with phone number',
    )
  })

  test('changes by staff are in the audit log', async () => {
    const number = await buyTickets()
    const ticket = await readNumber(api.db, sql`SELECT min(id) FROM ticket`)
    const before = await readNumber(api.db, sql`SELECT max(id) FROM audit_log`)
    await run('grant verify +8613800137000')
    await run('stock set 5 2 40')
    await run(`orders show ${number}`)
    await run(`orders refund ${number} --ticket ${ticket} --yes`)
    await run(`orders refund ${number} --yes`)
    await run('shows cancel 5 --yes')
    await run('sessions end +8613800137000 --yes')
    await run('members change-phone +8613800137000 +8613800137009 --yes')
    const actions = await readSql(
      api.db,
      sql`SELECT action, at FROM audit_log WHERE id > ${before} ORDER BY id`,
    )
    expect(new Set(actions.map(({ at }) => at))).toEqual(new Set([api.clock.now]))
    expect(actions.map(({ action }) => action)).toEqual([
      'grant verify',
      'stock set',
      'order show',
      'ticket refund',
      'order refund',
      'show cancel',
      'end sessions',
      'change mobile',
    ])
  })
})

test.each([
  ['orders list', 'order list'],
  ['applications list', 'application list'],
  ['invoices list', 'invoice list'],
  ['members list 13800137000', 'member list'],
  ['messages list', 'message list'],
  ['sessions list +8613800137000', 'session list'],
])('%s, which shows personal data, is in the audit log', async (line, action) => {
  await run(line)
  const actions = await readSql(api.db, sql`SELECT action, at FROM audit_log ORDER BY id DESC`)
  expect(actions[0]).toMatchObject({ action, at: api.clock.now })
})

describe('npm run check:invariants', () => {
  const check = (dataDir: string) => runScript(dataDir, 'checks/check-invariants.ts')

  test('passes for valid data and names a violated invariant', async () => {
    await buyTickets()
    expect(await check(api.dataDir)).toMatchObject({ code: 0 })
    await runSql(
      api.db,
      sql`UPDATE show_tier SET sold = sold + 1 WHERE show_id = 5 AND tier_id = 2`,
    )
    const broken = await check(api.dataDir)
    expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('I2') as string })
    await runSql(
      api.db,
      sql`UPDATE show_tier SET sold = sold - 1 WHERE show_id = 5 AND tier_id = 2`,
    )
    expect((await check('/nowhere/at/all')).code).toBe(2)
  })
})
