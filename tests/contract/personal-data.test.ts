import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput } from '#api/index.ts'
import { nameLegalFile } from '#scripts/admin-api/content/file-names.ts'
import { makeBackup } from '#scripts/admin-api/backup/make-backup.ts'
import { createUnsubscribeUrl } from '#scripts/admin-api/messages/outbox/unsubscribe-token.ts'
import { listRetentionRules } from '#scripts/admin-api/personal-data/retention.ts'
import { removePerson } from '#scripts/admin-api/personal-data/remove-person.ts'
import { getOutboxFolder } from '#scripts/admin-api/providers/mail/outbox-files.ts'
import { nameKept } from '#scripts/admin-api/providers/storage/objects.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { readUserName } from '#scripts/lib/user-name.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer, TICKET_FEN } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { sendAllMessages } from '#tests/support/send-all-messages.ts'
import { runStaffLine, runAdminLine } from '#tests/support/run-admin.ts'
import { runJob } from '#tests/support/run-job.ts'
import { findRow, makePdf, upload } from '#tests/support/upload.ts'
import { createVisitor, readCode, readMailedCode, type Visitor } from '#tests/support/visitor.ts'
import { activityForm } from './application-forms.ts'
import { breakTable, readNumber, readRow, readSql, runSql } from '#tests/support/database.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MOBILE = '+8613812345678'
const EMAIL = 'lin.rights@example.org'
const NICKNAME = 'Nick-of-rights'
const NAME = 'Name-of-rights'
const FILE = 'File-of-rights.pdf'
const ADDRESS = '198.51.100.77'
const SUBJECT = 'Subject-of-rights'
const PAYER = 'Payer-of-rights'
const COMPANY = 'Company-of-rights'
const TAX_NUMBER = '91350100M000100Y43'
const OTHER_EMAIL = 'other.rights@example.org'
/** Texts that identify the person, wherever they are stored. */
const TRACES = [
  MOBILE,
  MOBILE.slice(3),
  EMAIL,
  NICKNAME,
  NAME,
  ADDRESS,
  SUBJECT,
  PAYER,
  COMPANY,
  TAX_NUMBER,
  OTHER_EMAIL,
  'File-of-rights',
  'Hope-of-rights',
]

let api: TestAdminApi
let visitor: Visitor
let userId: number
beforeEach(async () => {
  api = await openAdminApi()
  visitor = createVisitor(api, { address: ADDRESS })
  userId = (await visitor.logIn(MOBILE)).profile.user_id
})
afterEach(async () => {
  await api.deps.storage.settle()
  await checkAndClose(api)
})

const asMember = () => ({
  id: userId,
  headers: { token: visitor.state.token, cookie: `sid=${visitor.cookies.get('sid')}` },
})

type OrderRequest = BodyInput<'POST /api/order/create'>

const yearCard: OrderRequest = {
  type: 'member',
  member_package_id: 1,
  expected_payable_fen: 39_900,
}
const tickets = buildTicketOrder(1)

const buy = (request: OrderRequest) => createBuyer(api, asMember()).buy(request)

/** Fills every part of the account that a member can fill. */
async function fillAccount(): Promise<void> {
  await visitor.read('POST /api/account/profile', {
    body: { nickname: NICKNAME, gender: 'female', birthday: '1990-05-05' },
  })
  await visitor.read('POST /api/account/completeEmail', { body: { step: 'send', email: EMAIL } })
  const code = await readMailedCode(api, EMAIL)
  await visitor.read('POST /api/account/completeEmail', {
    body: { step: 'confirm', email: EMAIL, code },
  })
  // A code to an address that the member did not confirm.
  await runSql(
    api.db,
    sql`UPDATE one_time_code SET target = ${OTHER_EMAIL} WHERE target = ${EMAIL}`,
  )
  await visitor.read('POST /api/course/activity_apply', {
    body: { ...activityForm, name: NAME, hope: 'Hope-of-rights', email: EMAIL, mobile: MOBILE },
  })
  const { upload_id } = await upload(api, asMember(), makePdf())
  await runSql(api.db, sql`UPDATE upload SET name = ${FILE} WHERE id = ${upload_id}`)
  const order_no = await buy(yearCard)
  const invoice = { kind: 'company', title: COMPANY, tax_number: TAX_NUMBER, email: EMAIL }
  await visitor.read('POST /api/order/invoice', { body: { order_no, invoice } })
  await runSql(api.db, sql`UPDATE payment_attempt SET payer = ${PAYER}, address = ${ADDRESS}`)
  await runSql(
    api.db,
    sql`INSERT INTO user_identity (provider, subject, user_id, name, bound_at)
        VALUES ('wechat', ${SUBJECT}, ${userId}, ${NICKNAME}, ${api.clock.now})`,
  )
  await visitor.read('POST /api/account/message_settings', {
    body: { choices: [{ message: 'membership_ending', channel: 'mail', is_on: false }] },
  })
  await send()
}

const send = () => sendAllMessages(api)

/** Mails and SMS in the outbox, newest first. */
async function readOutbox(to: string): Promise<string[]> {
  const response = await api.app.request(`/outbox.json?${new URLSearchParams({ to })}`)
  const entries = (await response.json()) as { text: string }[]
  return entries.map(({ text }) => text)
}

async function download(): Promise<Record<string, string>> {
  const { url } = await visitor.read('POST /api/account/export', { lang: 'en' })
  const response = await api.app.request(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const runRemoval = () => runJob(api, 'remove accounts')

const requestDeletion = () => visitor.read('POST /api/account/delete')

describe('data export', () => {
  test('contains every record, file and agreement of the member, and no secret', async () => {
    await fillAccount()
    // A call that its process did not finish.
    await runSql(
      api.db,
      sql`INSERT INTO idempotency_key (user_id, key, endpoint, body_hash, answer, created_at)
          VALUES (${userId}, 'key', 'POST /api/order/cancel', '', '', 0)`,
    )
    const files = await download()
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'data.json',
      expect.stringMatching(/^files\/resume-\d+-File-of-rights\.pdf$/),
      expect.stringMatching(/^agreements\/2027-05-05-.*\.html$/),
      expect.stringMatching(/^agreements\/2027-05-05-.*\.html$/),
    ])
    const data = JSON.parse(files['data.json'] ?? '')
    expect(data.user).toEqual([
      expect.objectContaining({ id: userId, mobile: MOBILE, nickname: NICKNAME, email: EMAIL }),
    ])
    expect(data.application).toEqual([
      expect.objectContaining({ answers: expect.objectContaining({ name: NAME }) }),
    ])
    expect(data.order).toHaveLength(1)
    expect(data.payment).toEqual([expect.objectContaining({ amount_fen: 39_900 })])
    expect(data.consent).toHaveLength(2)
    for (const document of ['user_agreement', 'privacy_policy']) {
      expect(data.consent).toContainEqual(
        expect.objectContaining({ document, agreed_at: '2027-05-05T12:00:00+08:00' }),
      )
    }
    expect(data.member_message).toContainEqual(
      expect.objectContaining({
        kind: 'membership_started',
        channel: 'mail',
        target: EMAIL,
        state: 'sent',
        record: { orderId: data.order[0].id },
      }),
    )
    expect(data.idempotency_key).toEqual([expect.objectContaining({ answer: '' })])
    expect(data.message_choice).toEqual([
      expect.objectContaining({ kind: 'membership_ending', is_on: 0 }),
    ])
    expect(data.payment_attempt).toEqual([expect.objectContaining({ payer: PAYER })])
    for (const table of ['session', 'one_time_code', 'upload', 'membership', 'event_log']) {
      expect([table, data[table]?.length > 0]).toEqual([table, true])
    }
    expect(files['README.txt']).toContain('Everything that we store')
    for (const table of Object.keys(data).slice(1))
      expect(files['README.txt']).toContain(`${table}: `)
    const secrets = await readSql(api.db, sql`SELECT token_hash, cookie_hash FROM session`)
    for (const secret of secrets.flatMap((row) => Object.values(row))) {
      expect(files['data.json']).not.toContain(secret)
    }
    const agreement = Object.keys(files).find((name) => name.startsWith('agreements/'))
    expect(files[agreement ?? '']).toContain('<html')
  })

  test('contains every version of an agreement that was accepted on one day', async () => {
    const { user_id, document, name } = await api.db.query
      .selectFrom('consent')
      .selectAll()
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await api.deps.files.write(nameLegalFile('next', name), Buffer.from('the next version'))
    await runSql(
      api.db,
      sql`INSERT INTO consent (user_id, document, hash, name, agreed_at)
          VALUES (${user_id}, ${document}, 'next', ${name}, ${api.clock.now})`,
    )
    const files = Object.entries(await download())
    expect(files.filter(([file]) => file.startsWith('agreements/'))).toHaveLength(3)
  })

  test('contains nothing of other members, and hides the names of staff', async () => {
    await fillAccount()
    const other = createVisitor(api, { address: '198.51.100.8' })
    await other.logIn('+8613912340000')
    await runSql(
      api.db,
      sql`INSERT INTO audit_log (action, user_id, data, at)
          VALUES ('order refund', ${userId}, '{"order_no":"A1","by":"staff-name"}', ${api.clock.now})`,
    )
    const { 'data.json': data = '' } = await download()
    expect(data).toContain('order refund')
    expect(data).not.toContain('staff-name')
    expect(JSON.parse(data)).toMatchObject({
      audit_log: expect.arrayContaining([
        expect.objectContaining({ action: 'login', data: expect.objectContaining({ by: 'sms' }) }),
      ]),
    })
    expect(data).not.toContain('13912340000')
  })

  test('is downloaded by its own link for five minutes', async () => {
    const { url } = await visitor.read('POST /api/account/export')
    const stranger = url.replace(`/${userId}.zip`, `/${userId + 1}.zip`)
    expect((await api.app.request(stranger)).status).toBe(404)
    api.clock.now += 5 * 60_000
    expect((await api.app.request(url)).status).toBe(404)
  })

  test('closes the file that it was reading when the download is cancelled', async () => {
    const { upload_id } = await upload(api, asMember(), makePdf())
    const row = await findRow(api, upload_id)
    const file = join(api.dataDir, nameKept(row?.key ?? ''))
    // Larger than all buffers of the download.
    writeFileSync(file, Buffer.alloc(8_000_000))
    const { url } = await visitor.read('POST /api/account/export')
    const reader = (await api.app.request(url)).body?.getReader()
    for (let bytes = 0; bytes < 1_000_000;) {
      bytes += (await reader?.read())?.value?.byteLength ?? Infinity
    }
    const countOpen = () => {
      // A descriptor may be closed while they are listed.
      const paths = readdirSync('/proc/self/fd').map((name) => `/proc/self/fd/${name}`)
      const links = paths.filter((path) => existsSync(path)).map((path) => readlinkSync(path))
      return links.filter((link) => link === realpathSync(file)).length
    }
    expect(countOpen()).toBe(1)
    await reader?.cancel().catch(() => {})
    await expect.poll(countOpen).toBe(0)
  })

  test('requires a recent code, as the deletion does', async () => {
    api.clock.now += 11 * 60_000
    expect((await visitor.call('POST /api/account/export')).code).toBe(500207)
    expect((await visitor.call('POST /api/account/delete')).code).toBe(500207)
  })

  test('can be written by staff, which is logged', async () => {
    await fillAccount()
    const file = join(api.dataDir, 'member.zip')
    await runSql(api.db, sql`UPDATE "user" SET lang = 'en'`)
    await runStaffLine(api, ['members', 'export', MOBILE, file])
    const entries = unzipSync(readFileSync(file))
    expect(Object.keys(entries)).toContain('data.json')
    expect(strFromU8(entries['README.txt'] ?? new Uint8Array())).toContain(
      'Everything that we store',
    )
    const again = await runAdminLine(api, ['members', 'export', MOBILE, file])
    expect([again.code, again.errors]).toEqual([
      1,
      expect.stringContaining('the file already exists'),
    ])
    expect(existsSync(file)).toBe(true)
    rmSync(file)
    rmSync(join(api.dataDir, 'uploads/kept'), { recursive: true })
    mkdirSync(join(api.dataDir, 'uploads/kept'))
    const [{ key } = { key: '' }] = await api.db.query.selectFrom('upload').select('key').execute()
    // Reading a folder as a file fails.
    mkdirSync(join(api.dataDir, 'uploads/kept', key))
    const failed = await runAdminLine(api, ['members', 'export', MOBILE, file])
    expect([failed.code, existsSync(file)]).toEqual([1, false])
    const { action } =
      (await readRow(api.db, sql`SELECT action FROM audit_log ORDER BY id DESC`)) ?? {}
    expect(action).toBe('member export')
  })
})

describe('consent', () => {
  test('is to the texts in the language of the login', async () => {
    const member = createVisitor(api, { address: '198.51.100.9' })
    const mobile = '+8613912345678'
    await member.sendCode(mobile)
    const body = { mobile, code: await readCode(api, mobile), agreed: true }
    await member.read('POST /api/user/login', { body, lang: 'en' })
    const names = await readSql(
      api.db,
      sql`SELECT name FROM consent WHERE user_id <> ${userId} ORDER BY name`,
    )
    expect(names).toEqual([{ name: 'agreement.en.html' }, { name: 'privacy.en.html' }])
  })

  test('is recorded once for each version of a text', async () => {
    const count = () => readNumber(api.db, sql`SELECT count(*) FROM consent`)
    expect(await count()).toBe(2)
    api.clock.now += DAY
    await visitor.logIn(MOBILE)
    expect(await count()).toBe(2)
    await runSql(
      api.db,
      sql`UPDATE legal_file SET hash = 'next' 
          WHERE name = (SELECT name FROM consent WHERE document = 'user_agreement')`,
    )
    api.clock.now += DAY
    await visitor.logIn(MOBILE)
    expect(await count()).toBe(3)
    const newest = await readRow(api.db, sql`SELECT * FROM consent ORDER BY agreed_at DESC LIMIT 1`)
    expect(newest).toMatchObject({
      document: 'user_agreement',
      hash: 'next',
      agreed_at: api.clock.now,
    })
  })
})

describe('account deletion', () => {
  test('ends every session, and is cancelled by a login within 14 days', async () => {
    const { due_at } = await requestDeletion()
    expect(due_at).toBe('2027-05-19T12:00:00+08:00')
    expect(await readNumber(api.db, sql`SELECT count(*) FROM session`)).toBe(0)
    expect((await visitor.call('GET /api/account/profile')).code).toBe(401)
    api.clock.now += 14 * DAY - 1
    await runRemoval()
    await visitor.logIn(MOBILE)
    expect(await visitor.read('GET /api/account/deletion')).toMatchObject({
      blockers: [],
      cooling_off_days: 14,
      cancelled_at: '2027-05-19T11:59:59+08:00',
    })
    api.clock.now += DAY
    await runRemoval()
    expect(await visitor.read('GET /api/account/profile')).toMatchObject({ user_id: userId })
    expect(await visitor.read('GET /api/account/deletion')).toMatchObject({ cancelled_at: null })
    const actions = sql`SELECT action FROM audit_log WHERE action LIKE 'account %' ORDER BY id`
    expect(await readSql(api.db, actions)).toEqual([
      { action: 'account deletion' },
      { action: 'account kept' },
    ])
  })

  test('is announced by mail and SMS, unless a login cancels it first', async () => {
    await fillAccount()
    const before = (await readOutbox(EMAIL)).length
    await requestDeletion()
    await send()
    const [mail, ...others] = await readOutbox(EMAIL)
    expect(others).toHaveLength(before)
    expect(mail).toContain('您的账户将在 2027.05.19 删除')
    expect(mail).toContain('在那之前登录')
    expect((await readOutbox(MOBILE))[0]).toMatch(/您的账户将在 2027\.05\.19 删除。在那之前登录/)

    api.clock.now += MINUTE
    await visitor.logIn(MOBILE)
    await requestDeletion()
    api.clock.now += MINUTE
    await visitor.logIn(MOBILE)
    await send()
    expect(await readOutbox(EMAIL)).toHaveLength(before + 1)
  })

  test('is refused with the reason while an order, a visit or a refund is open', async () => {
    const buyer = createBuyer(api, asMember())
    const { order_no } = await buyer.order(tickets)
    const read = async () => (await visitor.read('GET /api/account/deletion')).blockers
    expect(await read()).toEqual([{ kind: 'unpaid_orders', count: 1 }])
    await buyer.pay(order_no)
    expect(await read()).toEqual([{ kind: 'visits', count: 1 }])
    expect((await visitor.call('POST /api/account/delete')).code).toBe(500215)
    await buyer.call('POST /api/order/refund', { order_no })
    expect(await read()).toEqual([{ kind: 'refunds', count: 1 }])
    const staff = await runAdminLine(api, ['members', 'delete', MOBILE, '--yes'])
    expect([staff.code, staff.errors]).toEqual([
      1,
      expect.stringContaining(
        '1 refund: must be completed first; if it has failed, run `orders refund ORDER --retry`',
      ),
    ])
  })

  test('is refused before a course date, and while the refund of a ticket has failed', async () => {
    const item = { kind: 'date', course_date_id: 4 } as const
    await buy({ type: 'course', item, expected_payable_fen: 12_000 })
    const order_no = await buy(buildTicketOrder(2))
    const buyer = createBuyer(api, asMember())
    const [ticket] = (await buyer.readTickets(order_no)).tickets
    const refund = { order_no, ticket_ids: [ticket?.id], expected_refund_fen: TICKET_FEN }
    await buyer.call('POST /api/order/refund_tickets', refund)
    await runSql(api.db, sql`UPDATE refund SET state = 'failed'`)
    expect((await visitor.read('GET /api/account/deletion')).blockers).toEqual([
      { kind: 'visits', count: 2 },
      { kind: 'refunds', count: 1 },
    ])
  })

  test('is not refused for a show whose tickets were exchanged for an earlier one', async () => {
    const order_no = await buy(tickets)
    const buyer = createBuyer(api, asMember())
    const ticket_ids = (await buyer.readTickets(order_no)).tickets.map(({ id }) => id)
    const to = { show_id: 2, tier_id: 2, expected_payable_fen: 0, expected_refund_fen: 0 }
    await buyer.call('POST /api/order/exchange', { order_no, ticket_ids, ...to }, 'exchange-key-1')
    expect(await buyer.readStatus(order_no)).toBe('completed')
    const earlier = await readRow(api.db, sql`SELECT ends_at FROM show WHERE id = 2`)
    api.clock.now = Number(earlier?.['ends_at'])
    await visitor.logIn(MOBILE)
    expect((await visitor.read('GET /api/account/deletion')).blockers).toEqual([])
  })

  test('lists what the member loses', async () => {
    await buy(yearCard)
    await buy({ type: 'recharge', amount_fen: 10_000 })
    const item = { kind: 'package', course_package_id: 1 } as const
    await buy({ type: 'course', item, expected_payable_fen: 99_000 })
    const losses = async () => (await visitor.read('GET /api/account/deletion')).losses
    const own = {
      balance_fen: 10_000,
      class_hours: 20,
      membership_until: '2028-05-05T12:00:00+08:00',
    }
    expect(await losses()).toEqual(own)
    await runSql(api.db, sql`UPDATE class_pass SET expires_at = ${api.clock.now}`)
    await runSql(api.db, sql`UPDATE membership SET from_at = from_at - 1, until_at = from_at`)
    expect(await losses()).toEqual({ ...own, class_hours: 0, membership_until: null })
    await runSql(api.db, sql`UPDATE class_pass SET expires_at = NULL, revoked = 1`)
    expect(await losses()).toMatchObject({ class_hours: 0 })
    await runSql(api.db, sql`UPDATE class_pass SET revoked = 0`)
  })

  test('waits while something is open, and then frees the phone number', async () => {
    const orderNo = await buy(yearCard)
    await requestDeletion()
    await runSql(api.db, sql`UPDATE "order" SET status = 'refunding' WHERE order_no = ${orderNo}`)
    api.clock.now += 14 * DAY
    await runRemoval()
    expect(await readRow(api.db, sql`SELECT state FROM account_deletion`)).toEqual({
      state: 'scheduled',
    })
    expect(api.logs.join('\n')).toContain('removal of an account is blocked')
    await runSql(api.db, sql`UPDATE "order" SET status = 'paid' WHERE order_no = ${orderNo}`)
    await runRemoval()
    expect(await readRow(api.db, sql`SELECT state FROM account_deletion`)).toEqual({
      state: 'done',
    })
    expect(api.logs.join('\n')).toContain('"erased":{"accounts":1}')
    const next = await visitor.logIn(MOBILE)
    expect(next.profile.user_id).not.toBe(userId)
    expect(await visitor.read('POST /api/order/list', { body: {} })).toMatchObject({ total: 0 })
  })

  test('goes on after an account that cannot be removed, and then fails', async () => {
    await requestDeletion()
    api.clock.now += MINUTE
    const other = createVisitor(api, { address: '198.51.100.78' })
    await other.logIn('+8613812345679')
    await other.read('POST /api/account/delete')
    await breakTable(api, 'account_deletion', 'update', sql`OLD.user_id = ${sql.lit(userId)}`)
    api.clock.now += 14 * DAY
    await expect(runRemoval()).rejects.toThrow('Broken')
    const states = sql`SELECT state FROM account_deletion ORDER BY due_at`
    expect(await readSql(api.db, states)).toEqual([{ state: 'scheduled' }, { state: 'done' }])
    expect(api.logs.join('\n')).toContain('an account cannot be removed')
  })

  test('and a simultaneous login: exactly one of them succeeds', async () => {
    await requestDeletion()
    api.clock.now += 14 * DAY
    const by = { kind: 'member' } as const
    const [removal, login] = await Promise.allSettled([
      removePerson(api.deps, { userId, by, now: api.clock.now }),
      visitor.logIn(MOBILE),
    ])
    const isRemoved = removal.status === 'fulfilled' && removal.value.kind === 'removed'
    const keeps = login.status === 'fulfilled' && login.value.profile.user_id === userId
    expect(isRemoved).toBe(!keeps)
  })

  test('removes the person from database, files, logs and backups, except as the law requires', async () => {
    await fillAccount()
    const admin = await createMember(api)
    const texts = () => listTraces(api)
    expect(new Set((await texts()).map(({ trace }) => trace))).toEqual(new Set(TRACES))
    await requestDeletion()
    api.clock.now += 14 * DAY
    await runRemoval()

    // The mail about the deletion still needs its address.
    expect(await readSql(api.db, sql`SELECT kind, target FROM member_message`)).toEqual([
      { kind: 'account_deleted', target: EMAIL },
    ])
    await runJob(api, 'erase old messages')
    await send()
    const mails = await readOutbox(EMAIL)
    expect(mails).toEqual([expect.stringContaining('您的账户和个人信息已经删除')])
    expect(mails[0]).toContain('法律要求保存的订单')
    await runJob(api, 'erase old messages')

    // A file here, where a mail server would have delivered.
    rmSync(getOutboxFolder(api.dataDir), { recursive: true })
    expect(await texts()).toEqual([])
    expect(await searchBackup()).toEqual([])
    expect(TRACES.filter((trace) => api.logs.join('\n').includes(trace))).toEqual([])
    expect(await api.deps.storage.list()).toEqual([])

    // What remains: numbers, amounts and times.
    expect(await readRow(api.db, sql`SELECT * FROM "user" WHERE id = ${userId}`)).toEqual({
      id: userId,
      mobile: `removed ${userId}`,
      nickname: 'removed',
      gender: null,
      birthday: null,
      email: null,
      city_id: null,
      avatar_upload_id: null,
      lang: null,
      disabled: 1,
      created_at: expect.any(Number),
    })
    expect(await readRow(api.db, sql`SELECT status, answers FROM application`)).toEqual({
      status: 'withdrawn',
      answers: '{}',
    })
    expect(await readNumber(api.db, sql`SELECT sum(amount_fen) FROM payment`)).toBe(39_900)
    expect(
      await readNumber(api.db, sql`SELECT count(*) FROM audit_log WHERE data LIKE '%address%'`),
    ).toBe(0)
    expect(await checkInvariants(api.db.query, api.clock.now)).toEqual([])
    // A mail from before the deletion adds nothing.
    const choice = { userId, message: 'membership_ending' } as const
    const unsubscribeUrl = createUnsubscribeUrl(api.deps.secrets, '', choice)
    const english = { 'accept-language': 'en' }
    const page = await api.app.request(unsubscribeUrl, { method: 'POST', headers: english })
    expect(page.status).toBe(200)
    // The language of the account was erased.
    expect(await page.text()).toContain('<html lang="en">')
    expect(await readNumber(api.db, sql`SELECT count(*) FROM message_choice`)).toBe(0)
    // The membership stays in the books, but no reminder of its end is sent.
    api.clock.now = Date.parse('2028-04-25T12:00:00+08:00')
    await runJob(api, 'remind members')
    expect(await readNumber(api.db, sql`SELECT count(*) FROM member_message`)).toBe(0)
    // Other members are not affected.
    expect(await readNumber(api.db, sql`SELECT disabled FROM "user" WHERE id = ${admin.id}`)).toBe(
      0,
    )
  })

  test('by staff is immediate, with a plan of what is deleted and kept', async () => {
    await fillAccount()
    const plan = await runStaffLine(api, ['members', 'delete', MOBILE, '--dry-run'])
    expect(plan).toContain('session: 1 row deleted')
    expect(plan).toContain('order: 1 row kept without personal data (the law')
    expect(plan).toContain('0 class hours, membership until 2028-05-05')
    expect(await listTraces(api)).not.toEqual([])
    await runStaffLine(api, ['members', 'delete', MOBILE, '--yes'])
    await send()
    await runJob(api, 'erase old messages')
    rmSync(getOutboxFolder(api.dataDir), { recursive: true })
    expect(await listTraces(api)).toEqual([])
    expect((await visitor.call('GET /api/account/profile')).code).toBe(401)
  })

  test('by staff is logged with their name, and the last mail is about what the member had', async () => {
    await runSql(api.db, sql`UPDATE "user" SET email = ${EMAIL}`)
    await runStaffLine(api, ['members', 'delete', MOBILE, '--yes'])
    expect(await readSql(api.db, sql`SELECT kind, record FROM member_message`)).toEqual([
      { kind: 'account_deleted', record: '{"hasOrders":false}' },
    ])
    const removal = sql`SELECT data FROM audit_log WHERE action = 'account removed'`
    expect(await readRow(api.db, removal)).toEqual({ data: JSON.stringify({ by: readUserName() }) })
  })
})

describe('retention', () => {
  test('has the periods documented in docs/privacy.md', () => {
    const [, table = ''] = readFileSync('docs/privacy.md', 'utf8').split('<!-- retention -->')
    const rows = [...table.matchAll(/^\| (.+?) +\| (\d+) +\|$/gm)]
    const rules = listRetentionRules(api.deps).flatMap(({ periods }) => Object.entries(periods))
    expect(rows.map(([, data, days]) => [data, Number(days)])).toEqual(rules)
    expect(rules.length).toBeGreaterThan(10)
  })

  test('is enforced by jobs that log the number of erased rows', async () => {
    api.clock.now += 8 * DAY
    await runJob(api, 'erase old codes and addresses')
    expect(api.logs.at(-1)).toContain('"erased":{"codes":1,"failures":0,"devices":0,"addresses":0}')
    const before = api.logs.length
    await runJob(api, 'erase old codes and addresses')
    expect(api.logs).toHaveLength(before)
  })

  test('neither ends sessions nor forgets codes and responses before their period', async () => {
    const start = api.clock.now
    await runSql(
      api.db,
      sql`INSERT INTO failed_code (target, address, at) VALUES (${MOBILE}, ${ADDRESS}, ${start})`,
    )
    await runSql(
      api.db,
      sql`INSERT INTO idempotency_key (user_id, key, endpoint, body_hash, answer, created_at)
          VALUES (${userId}, 'key', 'POST /api/order/cancel', '', '{}', ${start})`,
    )
    for (const [job, tables, days] of [
      ['erase idempotency keys', ['idempotency_key'], 2],
      ['erase old codes and addresses', ['one_time_code', 'failed_code'], 7],
      ['erase ended sessions', ['session'], 7],
    ] as const) {
      for (const [ms, left] of [
        [-1, 1],
        [1, 0],
      ] as const) {
        api.clock.now = start + days * DAY + ms
        await runJob(api, job)
        for (const table of tables) {
          const count = sql`SELECT count(*) FROM ${sql.table(table)}`
          expect([table, ms, await readNumber(api.db, count)]).toEqual([table, ms, left])
        }
      }
    }
  })
})

/** Files below a folder that contain a trace of the person. */
function searchFolder(folder: string): { file: string; trace: string }[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const content = readFileSync(join(entry.parentPath, entry.name))
      return TRACES.filter((trace) => content.includes(trace)).map((trace) => ({
        file: entry.name,
        trace,
      }))
    })
}

/** The same for a backup. Database servers are backed up by their own tools. */
async function searchBackup() {
  if (api.address.kind === 'server') return []
  const target = join(api.dataDir, 'copies', 'backup')
  mkdirSync(join(api.dataDir, 'copies'), { recursive: true })
  await makeBackup(api.dataDir, target)
  return searchFolder(target)
}

/** Tables with rows that contain a trace. */
async function searchTables({ db }: TestAdminApi): Promise<{ table: string; trace: string }[]> {
  const tables = await db.query.introspection.getTables()
  const matches = await Promise.all(
    tables.map(async ({ name: table }) => {
      const rows = JSON.stringify(await readSql(db, sql`SELECT * FROM ${sql.table(table)}`))
      return TRACES.filter((trace) => rows.includes(trace)).map((trace) => ({ table, trace }))
    }),
  )
  return matches.flat()
}

/** The same for the whole installation: rows, and files including the journal. */
async function listTraces(installation: TestAdminApi) {
  const { address, dataDir } = installation
  if (address.kind === 'file') {
    const sqlite = new DatabaseSync(address.file)
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    sqlite.close()
  }
  return [...(await searchTables(installation)), ...searchFolder(dataDir)]
}
