import { sql } from 'kysely'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Locale } from '#api/language.ts'
import { listJobs } from '#scripts/admin-api/jobs.ts'
import { sendMessages } from '#scripts/admin-api/messages/outbox/send-messages.ts'
import { UNSUBSCRIBE_PATH } from '#scripts/admin-api/messages/outbox/unsubscribe-token.ts'
import { loadPage } from '#scripts/admin-api/modules/read/texts.ts'
import { copyFixture, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  buildTicketOrder,
  checkAndClose,
  createBuyer,
  paySandbox,
  runJobs,
  type Buyer,
} from '#tests/support/buyer.ts'
import { readSql, runSql } from '#tests/support/database.ts'
import { createMember, openSession, type TestMember } from '#tests/support/member.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import { runJob } from '#tests/support/run-job.ts'
import { sendAllMessages } from '#tests/support/send-all-messages.ts'
import { serveSmtp } from '#tests/support/smtp-catcher.ts'
import { createVisitor, readMailedCode } from '#tests/support/visitor.ts'
import { applyToActivity } from './application-forms.ts'

const EMAIL = 'lin@example.org'
const MOBILE = '+8613800137000'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FROM = 'tickets@riverside.example'

let api: TestAdminApi
let member: TestMember
let buyer: Buyer

async function open(settings: Record<string, string> = {}) {
  api = await openAdminApi({ settings })
  member = await createMember(api, MOBILE, { email: EMAIL, lang: 'en' })
  buyer = createBuyer(api, member)
}
beforeEach(() => open())
afterEach(() => checkAndClose(api))

/** Opens the API again with a mail server. */
async function openWithServer(options: Parameters<typeof serveSmtp>[0] = {}) {
  await checkAndClose(api)
  const smtp = await serveSmtp(options)
  await open({ MAIL_URL: smtp.url, MAIL_FROM: FROM, SITE_URL: 'http://riverside.example' })
  return smtp
}

/** Buys tickets. @returns the order number */
const buyTickets = (quantity = 2) => buyer.buy(buildTicketOrder(quantity))

async function buyCard(): Promise<void> {
  const card = { type: 'member', member_package_id: 1, expected_payable_fen: 39_900 } as const
  await buyer.buy(card)
}

const send = () => sendAllMessages(api)
const run = (...line: (string | number)[]) => runStaffLine(api, line)

/** Messages, oldest first, with the subject of mails, the text of SMS or the title in the account. */
async function listSent(kind?: string) {
  const rows = await api.db.query
    .selectFrom('member_message')
    .select(['kind', 'channel', 'state', 'title', 'fault'])
    .orderBy('id')
    .execute()
  return rows.filter((row) => kind === undefined || row.kind === kind)
}

const listKinds = async () =>
  (await listSent())
    .filter(({ state }) => state === 'sent')
    .map(({ kind, channel }) => `${kind} ${channel}`)

const listMails = async () => {
  const response = await api.app.request(`/outbox.json?${new URLSearchParams({ to: EMAIL })}`)
  return (await response.json()) as { text: string }[]
}

describe('messages about paid orders', () => {
  test('confirm once, with the tickets, in the language of the buyer', async () => {
    const number = await buyTickets()
    expect(await listMails()).toEqual([])
    await send()
    const [mail, ...others] = await listMails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('Your tickets: ')
    expect(mail?.text).toContain(number)
    api.clock.now += 60 * MINUTE
    await send()
    expect(await listMails()).toHaveLength(1)
    const { items, total } = await api.read('POST /api/account/messages', {
      headers: member.headers,
      lang: 'zh-cn',
    })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      title: expect.stringContaining('茶馆'),
      order_no: number,
      sent: [{ channel: 'mail', state: 'sent', at: '2027-05-05T12:00:00+08:00' }],
    })
    expect(await run('orders', 'show', number)).toMatch(
      /Messages\n.*tickets_bought by mail to lin@example\.org: sent 2027-05-05T12:00:00/,
    )
  })

  test('are mailed once to an address that the buyer adds within a day', async () => {
    const visitor = createVisitor(api)
    const logIn = async () => {
      const { profile } = await visitor.logIn('+8613800137001')
      const { token, cookie = '' } = visitor.headers()
      buyer = createBuyer(api, { id: profile.user_id, headers: { token, cookie } })
    }
    const complete = async (email: string) => {
      const call = (body: object) => visitor.read('POST /api/account/completeEmail', { body })
      await call({ step: 'send', email })
      await call({ step: 'confirm', email, code: await readMailedCode(api, email) })
      await send()
    }
    const listMailed = async () => (await listSent()).filter(({ channel }) => channel === 'mail')

    await logIn()
    await buyTickets()
    api.clock.now += 2 * DAY
    await logIn()
    const number = await buyTickets(1)
    await send()
    expect(await listMailed()).toEqual([])
    await complete('anna@example.org')
    expect(await listMailed()).toMatchObject([{ kind: 'tickets_bought', state: 'sent' }])
    expect(await run('orders', 'show', number)).toMatch(
      /tickets_bought by mail to anna@example\.org: sent/,
    )
    api.clock.now += 2 * MINUTE
    await complete('anna.lin@example.org')
    expect(await listMailed()).toMatchObject([
      { kind: 'tickets_bought' },
      { kind: 'email_changed' },
    ])
  })

  test('are sent once the mail server works again', async () => {
    let isDown = true
    const smtp = await openWithServer({
      refuseMail: () => (isDown ? { responseCode: 451, message: 'later' } : undefined),
    })
    await buyTickets()
    await send()
    expect(smtp.caught).toEqual([])
    expect(await listSent()).toMatchObject([
      { channel: 'mail', state: 'waiting', fault: expect.stringContaining('451') },
      { channel: 'account', state: 'sent' },
    ])
    isDown = false
    await send()
    expect(smtp.caught).toEqual([])
    api.clock.now += 2 * MINUTE
    await send()
    expect(smtp.caught).toHaveLength(1)
  })

  test('are reported to staff if refused permanently, and can be sent again', async () => {
    let isRefused = true
    const smtp = await openWithServer({
      refuseRecipient: () => (isRefused ? { responseCode: 550, message: 'unknown' } : undefined),
    })
    await buyTickets()
    await send()
    const [{ id } = { id: 0 }] = await api.db.query
      .selectFrom('member_message')
      .select('id')
      .where('state', '=', 'failed')
      .execute()
    expect(api.logs.join('')).toContain(`npm run admin -- messages show ${id}`)
    expect(await run('messages', 'list', '--state', 'failed')).toContain(EMAIL)
    expect(await run('messages', 'show', id)).toContain('failed after 1 tries (EENVELOPE 550')
    isRefused = false
    expect(await run('messages', 'resend', id)).toContain(`Message ${id} is queued`)
    await expect(run('messages', 'resend', id)).rejects.toThrow('it is already queued')
    const audits = await readSql(
      api.db,
      sql`SELECT action FROM audit_log WHERE action LIKE 'message%' ORDER BY id`,
    )
    expect(audits.map(({ action }) => action)).toEqual([
      'message list',
      'message show',
      'message resend',
    ])
    await send()
    expect(smtp.caught.map(({ email }) => email.messageId)).toEqual([
      `<message-${id}-1@riverside.example>`,
    ])
  })

  test('are sent by one of several processes', async () => {
    const smtp = await openWithServer()
    await buyTickets()
    await Promise.all([send(), send(), send()])
    expect(smtp.caught).toHaveLength(1)
  })

  test('are sent once if another process starts during a long run', async () => {
    const orders = 5
    let mails = 0
    const smtp = await openWithServer({
      async refuseMail() {
        mails += 1
        if (mails === 2) api.clock.now += 10 * MINUTE
        if (mails !== orders) return
        const listMailed = async () =>
          (await listKinds()).filter((kind) => kind === 'tickets_bought mail')
        await expect.poll(listMailed).toHaveLength(orders - 1)
        await send()
      },
    })
    for (let count = 0; count < orders; count += 1) await buyTickets(1)
    await send()
    expect(smtp.caught).toHaveLength(orders)
  })

  test('are sent although the clock is set back during a run', async () => {
    await buyTickets()
    const startedAt = api.clock.now
    const times = [startedAt]
    const now = () => times.shift() ?? startedAt - 60 * MINUTE
    await sendMessages({ ...api.deps, now }, 'mail')
    expect(await listKinds()).toEqual(['tickets_bought mail'])
  })

  test('reach the account and the phone while the mail server hangs', async () => {
    const held = Promise.withResolvers<undefined>()
    await openWithServer({ refuseMail: () => held.promise })
    await buyTickets()
    await buyTickets()
    await run('shows', 'cancel', 5, '--yes')
    const jobs = listJobs(api.deps).filter(({ name }) => name.startsWith('send messages'))
    const runs = Promise.all(jobs.map((job) => job.run(api.clock.now)))
    const listArrived = async () => (await listKinds()).filter((kind) => !kind.endsWith('mail'))
    await expect.poll(listArrived).toHaveLength(4)
    expect(await listArrived()).toEqual([
      'show_cancelled sms',
      'show_cancelled account',
      'show_cancelled sms',
      'show_cancelled account',
    ])
    held.resolve(undefined)
    await runs
  })
})

/** The calendar entries attached to the mails that a server has received. */
const listCalendarEntries = ({ caught }: Awaited<ReturnType<typeof openWithServer>>) =>
  caught
    .flatMap(({ email }) => email.attachments)
    .filter(({ mimeType }) => mimeType === 'text/calendar')
    .map(({ filename, content }) => {
      const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
      const [, sequence = 0] = /^SEQUENCE:(\d+)/m.exec(text) ?? []
      const status = /^STATUS:(\w+)/m.exec(text)?.[1]
      return { order: filename?.replace('.ics', ''), status, sequence: Number(sequence) }
    })

/** Exchanges the first valid tickets of an order for others at the same price. */
async function exchange(order_no: string, count: number): Promise<string> {
  const order = await buyer.readTickets(order_no)
  const valid = order.tickets.filter(({ state }) => state === 'valid')
  const ticket_ids = valid.slice(0, count).map(({ id }) => id)
  const to = { show_id: 2, tier_id: 2, expected_payable_fen: 0, expected_refund_fen: 0 }
  const key = `exchange-${ticket_ids.join('-')}`
  await buyer.call('POST /api/order/exchange', { order_no, ticket_ids, ...to }, key)
  return (await buyer.readTickets(order_no)).exchanged_to.at(-1) ?? ''
}

describe('the calendar entry of tickets', () => {
  test('is removed when the last of them is exchanged or refunded', async () => {
    const smtp = await openWithServer()
    const first = await buyTickets(2)
    await send()
    const second = await exchange(first, 1)
    await send()
    const third = await exchange(first, 1)
    await send()
    await buyer.call('POST /api/order/refund', { order_no: second })
    await send()
    const entries = listCalendarEntries(smtp)
    expect(entries.map(({ order, status }) => [order, status])).toEqual([
      [first, 'CONFIRMED'],
      [second, 'CONFIRMED'],
      [third, 'CONFIRMED'],
      [first, 'CANCELLED'],
      [second, 'CANCELLED'],
    ])
    for (const { status, sequence } of entries) expect(sequence > 0).toBe(status === 'CANCELLED')
  })

  test('stays while one of them is valid', async () => {
    const smtp = await openWithServer()
    const order_no = await buyTickets(2)
    await send()
    const [ticket] = (await buyer.readTickets(order_no)).tickets
    const refund = { order_no, ticket_ids: [ticket?.id ?? 0], expected_refund_fen: 18_050 }
    await buyer.call('POST /api/order/refund_tickets', refund, 'refund-key-12345')
    await send()
    expect(smtp.caught).toHaveLength(2)
    expect(listCalendarEntries(smtp)).toMatchObject([{ status: 'CONFIRMED' }])
  })
})

describe('confirmations of tickets that were exchanged before they were sent', () => {
  test('count the tickets that are left', async () => {
    await exchange(await buyTickets(2), 1)
    await send()
    const { items } = await api.read('POST /api/account/messages', {
      headers: member.headers,
      lang: 'en',
    })
    expect(items.map(({ title, summary }) => `${title}: ${summary}`)).toEqual([
      expect.stringMatching(/^Your new tickets.*: 1 ticket\. /),
      expect.stringMatching(/^Your tickets.*: 1 ticket\. /),
    ])
  })

  test('are not sent if none is left', async () => {
    await exchange(await buyTickets(2), 2)
    await send()
    expect((await listSent()).map(({ channel, state }) => `${channel} ${state}`)).toEqual([
      'mail skipped',
      'account skipped',
      'mail sent',
      'account sent',
    ])
  })
})

describe('messages about refunds', () => {
  test('contain the amount, and replace a confirmation not yet sent', async () => {
    const number = await buyTickets()
    await buyer.call('POST /api/order/refund', { order_no: number })
    await send()
    expect(await listSent()).toMatchObject([
      { kind: 'tickets_bought', channel: 'mail', state: 'skipped' },
      { kind: 'tickets_bought', channel: 'account', state: 'skipped' },
      { kind: 'refund', channel: 'mail', title: expect.stringContaining('361') },
      { kind: 'refund', channel: 'account' },
    ])
  })

  test('are merged with the cancellation when staff cancel a show', async () => {
    await buyTickets()
    await send()
    await run('shows', 'cancel', 5, '--yes')
    await send()
    expect(await listKinds()).toEqual([
      'tickets_bought mail',
      'tickets_bought account',
      'show_cancelled mail',
      'show_cancelled sms',
      'show_cancelled account',
    ])
    expect((await listMails())[0]?.text).toContain('361')
  })

  test('are merged with a cancellation by content that was not announced yet', async () => {
    const number = await buyTickets()
    await send()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    await run('orders', 'refund', number, '--yes')
    await send()
    expect((await listKinds()).slice(2)).toEqual([
      'show_cancelled mail',
      'show_cancelled sms',
      'show_cancelled account',
    ])
    expect((await listMails())[0]?.text).toContain('361')
  })

  test('still reach the phone if the cancellation was mailed before, and its SMS waits', async () => {
    await buyTickets()
    await send()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    api.clock.now += 5 * MINUTE
    await sendMessages(api.deps, 'mail')
    await run('shows', 'cancel', 5, '--yes')
    await send()
    expect(await listKinds()).toContain('show_cancelled sms')
    expect((await listMails())[0]?.text).toContain('361')
  })
})

/** Imports the fixture with a changed text of the performance. */
async function importChanged(from: RegExp, to: string, name = 'performances/teahouse.yaml') {
  const root = copyFixture(api.dataDir)
  const file = join(root, name)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(file, text.replace(from, to))
  await api.importFrom(root)
}

describe('content changes', () => {
  const NEXT_DAY = [
    /id: 5, hall: pavilion, starts: '\+2w sat 19:30'/,
    "id: 5, hall: stage, starts: '+2w sun 19:30'",
  ] as const

  /** Reads an order an hour before its show, in a new session: the previous one has expired by then. */
  async function readInLastHour(number: string) {
    const { starts_at: startsAt } = await buyer.readTickets(number)
    api.clock.now = Date.parse(startsAt) - 60 * MINUTE
    return createBuyer(api, (await openSession(api, member.id)).member).read(number)
  }

  test('that move a show are announced once, and buyers may refund until it begins', async () => {
    const number = await buyTickets()
    await send()
    await importChanged(...NEXT_DAY)
    // Delayed, so that an editor can correct a mistake first.
    await send()
    expect((await listSent('show_moved')).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ])
    api.clock.now += 5 * MINUTE
    await send()
    expect(await listSent('show_moved')).toMatchObject([
      { channel: 'mail', state: 'sent', title: expect.stringContaining('New date') },
      { channel: 'sms', state: 'sent' },
      { channel: 'account', state: 'sent' },
    ])
    expect((await readInLastHour(number)).actions.refund).toBe(true)
  })

  test('that cancel a show cancel its unpaid orders and refund a payment in progress', async () => {
    const { order_no: number } = await buyer.order(buildTicketOrder(2))
    const outTradeNo = await buyer.openPayment(number)
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    expect(await buyer.read(number)).toMatchObject({ status: 'cancelled', cancel_reason: 'staff' })
    await paySandbox(api, outTradeNo)
    await runJobs(api)
    expect(await buyer.read(number)).toMatchObject({
      status: 'cancelled',
      refund: { status: 'done', amount_fen: 36_100 },
    })
  })

  test('that move a show let buyers refund orders that they pay afterwards', async () => {
    const { order_no: number } = await buyer.order(buildTicketOrder(2))
    const outTradeNo = await buyer.openPayment(number)
    await importChanged(...NEXT_DAY)
    await paySandbox(api, outTradeNo)
    const { status, actions } = await buyer.read(number)
    expect(status).toBe('paid')
    expect(actions.refund).toBe(true)
    expect((await readInLastHour(number)).actions.refund).toBe(true)
  })

  test('that restore a cancelled show on another day let buyers refund until it begins', async () => {
    const number = await buyTickets()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    await importChanged(...NEXT_DAY)
    expect((await listSent('show_moved')).map(({ state }) => state)).toContain('waiting')
    expect((await readInLastHour(number)).actions.refund).toBe(true)
  })

  test('that cancel a show and revert it are not announced', async () => {
    const number = await buyTickets()
    await send()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    expect(await listSent('show_cancelled')).toHaveLength(3)
    await api.importFrom(copyFixture(api.dataDir))
    api.clock.now += DAY
    await send()
    expect((await listSent('show_cancelled')).map(({ state }) => state)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ])
    expect(await listSent('show_moved')).toEqual([])
    expect((await buyer.read(number)).status).toBe('paid')
    expect((await readInLastHour(number)).actions.refund).toBe(false)
  })

  test('that move a show and move it back at once are not announced and promise no refund', async () => {
    const number = await buyTickets()
    await send()
    await importChanged(...NEXT_DAY)
    await api.importFrom(copyFixture(api.dataDir))
    api.clock.now += 5 * MINUTE
    await send()
    expect((await listSent('show_moved')).map(({ state }) => state)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ])
    expect((await readInLastHour(number)).actions.refund).toBe(false)
  })

  test('that move a show back are announced if the move was mailed, although its SMS waits', async () => {
    await buyTickets()
    await send()
    await importChanged(...NEXT_DAY)
    api.clock.now += 5 * MINUTE
    await sendMessages(api.deps, 'mail')
    await api.importFrom(copyFixture(api.dataDir), () => api.clock.now)
    api.clock.now += 5 * MINUTE
    await send()
    const [mail, sms, ...others] = (await listSent('show_moved'))
      .filter(({ channel, state }) => channel !== 'account' && state === 'sent')
      .slice(1)
    expect(mail).toMatchObject({ channel: 'mail', title: expect.stringContaining('22 May') })
    expect(sms).toMatchObject({ channel: 'sms', title: expect.stringContaining('22 May') })
    expect(others).toEqual([])
  })

  /** Moves a show to the next day while it is cancelled, then restores it. */
  async function moveWhileCancelled() {
    const [from, to] = NEXT_DAY
    await importChanged(from, `${to}, cancelled: true`)
    await importChanged(from, to)
    api.clock.now += 5 * MINUTE
    await send()
  }

  test('that move a cancelled show and restore it announce the move', async () => {
    await buyTickets()
    await send()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    await moveWhileCancelled()
    expect(await listKinds()).toEqual([
      'tickets_bought mail',
      'tickets_bought account',
      'show_moved mail',
      'show_moved sms',
      'show_moved account',
    ])
    expect((await listMails())[0]?.text).toContain('(was ')
  })

  test('that restore a show on another day are announced after a mail about its cancellation', async () => {
    await buyTickets()
    await send()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    api.clock.now += 5 * MINUTE
    await sendMessages(api.deps, 'mail')
    await moveWhileCancelled()
    expect((await listKinds()).slice(2)).toEqual([
      'show_cancelled mail',
      'show_moved mail',
      'show_moved sms',
      'show_moved account',
    ])
  })

  test('that cancel a moved show by mistake repeat the move, of which an SMS waits', async () => {
    await buyTickets()
    await send()
    await importChanged(...NEXT_DAY)
    api.clock.now += 5 * MINUTE
    await sendMessages(api.deps, 'mail')
    await moveWhileCancelled()
    expect(await listKinds()).toContain('show_moved sms')
  })

  test('that cancel a moved show by mistake leave the promised refund', async () => {
    const number = await buyTickets()
    await importChanged(...NEXT_DAY)
    api.clock.now += 5 * MINUTE
    await send()
    const [from, to] = NEXT_DAY
    await importChanged(from, `${to}, cancelled: true`)
    await importChanged(from, to)
    expect((await readInLastHour(number)).actions.refund).toBe(true)
  })

  test('that cancel a course date promise no money for a free booking', async () => {
    await buyCard()
    await buyer.order({
      type: 'course',
      item: { kind: 'date', course_date_id: 4 },
      expected_payable_fen: 0,
    })
    await send()
    await importChanged(/id: 4,/, 'id: 4, cancelled: true,', 'courses/first-steps.yaml')
    api.clock.now += 5 * MINUTE
    await send()
    const text = (await listMails())[0]?.text
    expect(text).toContain('Class cancelled: ')
    expect(text).not.toContain('full price')
    const sms = (await listSent('course_date_cancelled')).find(({ channel }) => channel === 'sms')
    expect(sms?.title).toMatch(/Cancelled: class First steps, .*\. Any payment/)
  })

  test('that move a course date return class hours to a pass that is still valid', async () => {
    await buyer.buy({
      type: 'course',
      item: { kind: 'package', course_package_id: 1 },
      expected_payable_fen: 99_000,
    })
    const item = { kind: 'date', course_date_id: 4 } as const
    const { order_no: booked } = await buyer.order({
      type: 'course',
      item,
      expected_payable_fen: 0,
    })
    // The pass ends between the old and the new date.
    const expiresAt = Date.parse('2027-05-30T12:00:00+08:00')
    await runSql(api.db, sql`UPDATE class_pass SET expires_at = ${expiresAt}`)
    await importChanged(/\+3w tue/, '+6w tue', 'courses/first-steps.yaml')
    api.clock.now = expiresAt + DAY
    const later = createBuyer(api, (await openSession(api, member.id)).member)
    expect((await later.call('POST /api/order/refund', { order_no: booked })).code).toBe(200)
    expect((await later.call('POST /api/account/member')).data).toMatchObject({
      class_hours: [{ hours_left: 20, expires_at: '2027-06-30T12:00:00+08:00' }],
    })
  })

  test('are not mailed late once they no longer apply', async () => {
    let isDown = true
    const smtp = await openWithServer({
      refuseMail: () => (isDown ? { responseCode: 451, message: 'later' } : undefined),
    })
    const sendLater = async () => {
      api.clock.now += 5 * MINUTE
      await send()
    }
    await buyTickets()
    await send()
    const [from, to] = NEXT_DAY
    await importChanged(from, to)
    await sendLater()
    await importChanged(from, `${to}, cancelled: true`)
    await sendLater()
    const listMailed = async (kind: string) =>
      (await listSent(kind)).filter(({ channel }) => channel === 'mail').map(({ state }) => state)
    expect(await listMailed('show_moved')).toEqual(['skipped'])
    await api.importFrom(copyFixture(api.dataDir))
    isDown = false
    await sendLater()
    expect(await listMailed('show_cancelled')).toEqual(['skipped'])
    expect(smtp.caught.map(({ email }) => email.subject)).toEqual([
      expect.stringMatching(/^New date: .* 22 May/),
    ])
  })

  test('are mailed late with the deadline of the latest date', async () => {
    let isDown = true
    const smtp = await openWithServer({
      refuseMail: () => (isDown ? { responseCode: 451, message: 'later' } : undefined),
    })
    await buyTickets()
    await send()
    const [from, to] = NEXT_DAY
    for (const starts of [to, to.replace('19:30', '14:00')]) {
      await importChanged(from, starts)
      api.clock.now += 5 * MINUTE
      await send()
    }
    isDown = false
    api.clock.now += 60 * MINUTE
    await send()
    const moves = smtp.caught.filter(({ email }) => email.subject?.startsWith('New date'))
    expect(moves.length).toBeGreaterThan(0)
    for (const { email } of moves) {
      expect(email.text).toContain('refund them by Sun 23 May 2027, 14:00')
      expect(email.text).not.toContain('23 May 2027, 19:30')
    }
  })
})

describe('messages about an application', () => {
  test('announce receipt, waiting list and acceptance', async () => {
    const { envelope } = await applyToActivity(api, member)
    const id = Number(Object(envelope.data).id)
    await send()
    for (const command of ['waitlist', 'accept']) {
      await run('applications', command, id)
      await send()
    }
    expect(await listKinds()).toEqual([
      'application_received mail',
      'application_received account',
      'application_waitlisted mail',
      'application_waitlisted sms',
      'application_waitlisted account',
      'place_offered mail',
      'place_offered sms',
      'place_offered account',
    ])
    expect(await run('applications', 'show', id)).toContain('place_offered by sms')
  })
})

describe('reminders', () => {
  test('restore the calendar entry of a show that was cancelled by mistake', async () => {
    const smtp = await openWithServer()
    await buyTickets()
    await send()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    api.clock.now += 5 * MINUTE
    await send()
    await api.importFrom(copyFixture(api.dataDir))
    await remind('2027-05-21T10:00:00+08:00')
    const entries = listCalendarEntries(smtp)
    expect(entries.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
    expect(entries[2]?.sequence).toBeGreaterThan(entries[1]?.sequence ?? 0)
  })

  const remind = async (clock: string) => {
    api.clock.now = Date.parse(clock)
    await runJob(api, 'remind members')
    await send()
    return (await listSent('show_reminder')).filter(({ state }) => state === 'sent').length
  }

  test('are sent once, on the day before by the venue’s calendar', async () => {
    await buyTickets()
    // Show 5 begins on Saturday the 22nd.
    expect(await remind('2027-05-20T12:00:00+08:00')).toBe(0)
    expect(await remind('2027-05-21T09:59:00+08:00')).toBe(0)
    expect(await remind('2027-05-21T10:00:00+08:00')).toBe(1)
    expect(await remind('2027-05-21T18:00:00+08:00')).toBe(1)
    expect(await remind('2027-05-22T10:00:00+08:00')).toBe(1)
  })

  test('are not sent for refunded orders or late at night', async () => {
    const number = await buyTickets()
    expect(await remind('2027-05-21T21:30:00+08:00')).toBe(0)
    await run('orders', 'refund', number, '--yes')
    expect(await remind('2027-05-21T10:00:00+08:00')).toBe(0)
  })

  test('are not sent for a cancelled show whose orders are not refunded yet', async () => {
    await buyTickets()
    await importChanged(/id: 5, hall/, 'id: 5, cancelled: true, hall')
    expect(await remind('2027-05-21T10:00:00+08:00')).toBe(0)
  })

  test('are not sent for tickets bought after their time, if they are late', async () => {
    await buyTickets()
    const paidAt = Date.parse('2027-05-21T11:00:00+08:00')
    await runSql(api.db, sql`UPDATE "order" SET paid_at = ${paidAt}`)
    expect(await remind('2027-05-21T12:00:00+08:00')).toBe(0)
  })

  test('can be switched off with one click in a mail program, without a login', async () => {
    const smtp = await openWithServer()
    await buyTickets()
    await remind('2027-05-21T10:00:00+08:00')
    const mail = smtp.caught.find(({ raw }) => raw.includes('List-Unsubscribe-Post'))
    const raw = (mail?.raw ?? '').replaceAll(/\r\n\s+/g, ' ')
    const url = new URL(/List-Unsubscribe: <\s*([^>]+)>/.exec(raw)?.[1]?.replaceAll(' ', '') ?? '')
    const path = url.pathname + url.search
    const { headers } = (await openSession(api, member.id)).member
    const readReminder = async () => {
      const { choices } = await api.read('GET /api/account/message_settings', { headers })
      return choices.find(
        ({ message, channel }) => message === 'show_reminder' && channel === 'mail',
      )
    }
    const page = await api.app.request(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<form method="post"')
    expect(await readReminder()).toMatchObject({ is_on: true })
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }
    expect((await api.app.request(`${path}x`, init)).status).toBe(404)
    // The language of the recipient of an incomplete link is unknown.
    const english = { headers: { 'accept-language': 'fr;q=0.9,en-GB,en;q=0.8,zh;q=0.5' } }
    const incomplete = await api.app.request(path.slice(0, -1), english)
    expect(await incomplete.text()).toContain('<html lang="en">')
    expect(await readReminder()).toMatchObject({ is_on: true })
    expect((await api.app.request(path, init)).status).toBe(200)
    expect(await readReminder()).toMatchObject({ is_on: false })
  })
})

test('an incomplete link is explained in a language of the site', async () => {
  vi.stubEnv('SITE_LOCALES', 'en')
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const support = await import('#tests/support/admin-api.ts')
  const english = await support.openAdminApi()
  onTestFinished(() => english.close())
  const headers = { 'accept-language': 'zh-CN,zh;q=0.9' }
  const page = await english.app.request(UNSUBSCRIBE_PATH, { headers })
  expect(await page.text()).toContain('<html lang="en">')
})

test('the page to unsubscribe renders no logo', async () => {
  const page = await loadPage(api.db.query, 'site', 'zh-cn')
  page.site.brand.logo = { url: '/media/logo.svg', alt: '', width: 480, height: 88 }
  await api.db.transaction((trx) =>
    trx
      .updateTable('page')
      .set({ data: JSON.stringify(page) })
      .where('key', '=', 'site')
      .where('lang', '=', 'zh-cn')
      .execute(),
  )
  const read = vi.spyOn(api.deps.files, 'read')
  expect((await api.app.request(UNSUBSCRIBE_PATH)).status).toBe(404)
  expect(read).not.toHaveBeenCalled()
})

describe('message settings', () => {
  test('choose channels and language, except for messages that are always sent', async () => {
    const save = (body: object) =>
      api.read('POST /api/account/message_settings', { headers: member.headers, body })
    const lang: Locale = 'zh-cn'
    const saved = await save({
      lang,
      choices: [
        { message: 'show_reminder', channel: 'mail', is_on: false },
        { message: 'show_reminder', channel: 'sms', is_on: true },
      ],
    })
    expect(saved.lang).toBe('zh-cn')
    const { envelope } = await api.call('POST /api/account/message_settings', {
      headers: member.headers,
      body: { choices: [{ message: 'refund', channel: 'mail', is_on: false }] },
    })
    expect(envelope.code).toBe(400)
    await buyTickets()
    api.clock.now = Date.parse('2027-05-21T10:00:00+08:00')
    await runJob(api, 'remind members')
    await send()
    expect(await listKinds()).toEqual([
      'tickets_bought mail',
      'tickets_bought account',
      'show_reminder sms',
    ])
    expect((await listMails())[0]?.text).toContain('您的票')
  })
})

test('staff see each message with the footer that members get', async () => {
  const preview = (name: string) => run('messages', 'preview', name, '--lang', 'en')
  expect(await preview('refund')).toContain('it is always sent')
  const reminder = await preview('show_reminder')
  expect(reminder).not.toContain('it is always sent')
  expect(reminder).toMatch(/^Unsubscribe: http.*\/api\/messages\/unsubscribe$/m)
})

test('the end of a membership is announced once', async () => {
  await buyCard()
  await send()
  const remind = async (clock: string) => {
    api.clock.now = Date.parse(clock)
    await runJob(api, 'remind members')
    await send()
    return (await listSent('membership_ending')).map(({ state }) => state)
  }
  expect(await remind('2028-04-20T12:00:00+08:00')).toEqual([])
  expect(await remind('2028-04-22T12:00:00+08:00')).toEqual(['sent', 'sent'])
  expect(await remind('2028-04-23T12:00:00+08:00')).toEqual(['sent', 'sent'])
})

test('messages are kept for a year', async () => {
  await buyTickets()
  await send()
  await runJob(api, 'erase old messages', api.clock.now + 365 * DAY)
  expect(await listSent()).toHaveLength(2)
  await runJob(api, 'erase old messages', api.clock.now + 367 * DAY)
  expect(await listSent()).toEqual([])
})
