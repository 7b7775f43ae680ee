import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LOCALES } from '#api/language.ts'
import { MESSAGE_NAMES } from '#scripts/admin-api/messages/message-kinds.ts'
import { createSamples } from '#scripts/admin-api/messages/samples.ts'
import type { Mail } from '#scripts/admin-api/providers/mail/mail.ts'
import { createSmtpMailer } from '#scripts/admin-api/providers/mail/smtp.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import {
  createConfig,
  createTemporaryFolder,
  FIXTURE,
  openAdminApi,
  type TestAdminApi,
} from '#tests/support/admin-api.ts'
import { compose, NOW, UNSUBSCRIBE_URL } from '#tests/support/message-site.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { queueMails } from '#tests/support/queue-mails.ts'
import { serveSilence, serveSmtp } from '#tests/support/smtp-catcher.ts'
import { createVisitor, readMailedCode, type Visitor } from '#tests/support/visitor.ts'

const FROM = 'tickets@riverside.example'
/** Local servers respond at once or never. */
const TIMEOUT_MS = 2000

const describeServer = (url: string) => ({
  MAIL_URL: url,
  MAIL_FROM: FROM,
  SITE_URL: 'http://www.example.org',
})

async function composeTickets(): Promise<Mail> {
  const { mail } = await compose('tickets_bought', createSamples('zh-cn', NOW).tickets_bought, {
    locale: 'zh-cn',
  })
  return mail
}

/** Sends a mail. @returns the fault, or null */
async function send(url: string, mail: Mail, from = FROM) {
  const mailer = createSmtpMailer({ url, from }, TIMEOUT_MS)
  try {
    await mailer.send(mail)
    return { fault: null, message: '' }
  } catch (error) {
    if (!(error instanceof Error) || !('fault' in error)) throw error
    return { fault: error.fault, message: error.message }
  } finally {
    mailer.close()
  }
}

describe('delivered mail', () => {
  const readHeader = (headers: { key: string; value: string }[], name: string) =>
    headers.find(({ key }) => key === name)?.value

  test('contains subject, texts, pictures and calendar as composed', async () => {
    const smtp = await serveSmtp()
    const mail = await composeTickets()
    expect((await send(smtp.url, mail)).fault).toBeNull()
    const [caught] = smtp.caught
    if (!caught) throw new Error('nothing arrived')
    const { email, raw, from, to } = caught
    expect({ from, to }).toEqual({ from: FROM, to: ['reader@example.org'] })
    expect(email.subject).toBe('您的票：《海鸥》，2027.05.15 周六 19:30')
    expect(email.from).toMatchObject({ name: '河畔剧场', address: FROM })
    expect(email.replyTo?.[0]?.address).toBe('hello@riverside.example')
    expect(email.text?.trim()).toBe(mail.text.trim())
    expect(email.html?.trim()).toBe(mail.html.trim())
    const pictures = email.attachments.filter(({ mimeType }) => mimeType === 'image/png')
    expect(pictures.map(({ contentId }) => contentId)).toEqual([
      '<ticket-1>',
      '<ticket-2>',
      '<ticket-3>',
    ])
    expect(pictures.every(({ disposition, related }) => disposition === 'inline' && related)).toBe(
      true,
    )
    const calendar = email.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    expect(calendar).toMatchObject({ filename: 'K7XQ2M9PA4BD.ics', disposition: 'attachment' })
    // Suits servers without 8BITMIME; line lengths are within RFC 5322, 2.1.1.
    expect(raw).toMatch(/^[\t\r\n -~]*$/)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  })

  test('has the headers of an automatic message', async () => {
    const smtp = await serveSmtp()
    await send(smtp.url, await composeTickets())
    await send(smtp.url, await composeTickets())
    const [first, second] = smtp.caught
    const headers = first?.email.headers ?? []
    expect(first?.email.messageId).toBe('<test-tickets_bought@www.riverside.example>')
    expect(second?.email.messageId).toBe(first?.email.messageId)
    expect(Date.parse(first?.email.date ?? '')).toBe(NOW)
    expect(readHeader(headers, 'auto-submitted')).toBe('auto-generated')
    expect(readHeader(headers, 'content-language')).toBe('zh-CN')
    expect(readHeader(headers, 'x-mailer')).toBeUndefined()
    expect(readHeader(headers, 'list-unsubscribe')).toBeUndefined()
  })

  test('offers one-click unsubscribe for messages that members can switch off', async () => {
    const smtp = await serveSmtp()
    const { mail } = await compose('course_reminder', createSamples('en', NOW).course_reminder)
    await send(smtp.url, mail)
    const headers = smtp.caught[0]?.email.headers ?? []
    expect(readHeader(headers, 'list-unsubscribe')).toBe(`<${UNSUBSCRIBE_URL}>`)
    expect(readHeader(headers, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  test('is safe from header injection by a title', async () => {
    const smtp = await serveSmtp()
    const { tickets_bought: data } = createSamples('en', NOW)
    const title = 'Tea\r\nBcc: stranger@example.org\r\n\r\nbody'
    const { mail } = await compose('tickets_bought', { ...data, order: { ...data.order, title } })
    await send(smtp.url, mail)
    expect(smtp.caught[0]?.to).toEqual(['reader@example.org'])
    expect(readHeader(smtp.caught[0]?.email.headers ?? [], 'bcc')).toBeUndefined()
    expect(smtp.caught[0]?.email.text?.trim()).toContain('Show one code per person')
  })
})

describe('fault of a mail server that', () => {
  const REFUSED = { responseCode: 550, message: '5.1.1 <reader@example.org> unknown' }

  test.each([
    ['refuses the recipient permanently', { refuseRecipient: () => REFUSED }, 'recipient'],
    [
      'defers the recipient',
      { refuseRecipient: () => ({ ...REFUSED, responseCode: 450 }) },
      'temporary',
    ],
    ['refuses the sender', { refuseSender: () => REFUSED }, 'settings'],
    ['refuses the mail permanently', { refuseMail: () => REFUSED }, 'message'],
    [
      'has no storage at present',
      { refuseMail: () => ({ responseCode: 452, message: 'full' }) },
      'temporary',
    ],
  ])('%s', async (_, options, fault) => {
    const smtp = await serveSmtp(options)
    const outcome = await send(smtp.url, await composeTickets())
    expect(outcome.fault).toBe(fault)
    expect(smtp.caught).toEqual([])
    if (fault !== 'settings') expect(outcome.message).not.toContain('reader@')
  })

  test('rejects the login: "settings", without the password in the message', async () => {
    const smtp = await serveSmtp({ user: { name: 'venue', password: 'p@ss:word/1' } })
    expect((await send(smtp.url, await composeTickets())).fault).toBeNull()
    const wrong = smtp.url.replace('venue', 'someone')
    const { fault, message } = await send(wrong, await composeTickets())
    expect(fault).toBe('settings')
    expect(message).toMatch(/Invalid login: 535/)
    expect(message).not.toMatch(/p@ss|p%40ss/)
  })

  test('does not respond: "temporary" after the timeout', async () => {
    const { url } = await serveSilence()
    const mailer = createSmtpMailer({ url, from: FROM }, 200)
    await expect(mailer.send(await composeTickets())).rejects.toMatchObject({ fault: 'temporary' })
    mailer.close()
  })

  test('is unreachable: "temporary"', async () => {
    expect((await send('smtp://127.0.0.1:1', await composeTickets())).fault).toBe('temporary')
  })

  test('has an untrusted certificate, unless the check is disabled', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const smtp = await serveSmtp({ isSecure: true })
    expect((await send(smtp.url, await composeTickets())).message).toMatch(/certificate/)
    const trusted = `${smtp.url}?tls.rejectUnauthorized=false`
    expect((await send(trusted, await composeTickets())).fault).toBeNull()
    expect(smtp.caught).toHaveLength(1)
  })
})

test('twenty mails share at most two connections', async () => {
  const smtp = await serveSmtp()
  const mailer = createSmtpMailer({ url: smtp.url, from: FROM }, TIMEOUT_MS)
  const mail = await composeTickets()
  const readers = Array.from({ length: 20 }, (_, n) => `reader${n}@example.org`)
  await Promise.all(readers.map((to) => mailer.send({ ...mail, to })))
  mailer.close()
  expect(new Set(smtp.caught.flatMap(({ to }) => to)).size).toBe(20)
  expect(smtp.state.connections).toBeLessThanOrEqual(2)
})

describe('mail in an installation', () => {
  let api: TestAdminApi
  afterEach(() => api.close())

  const EMAIL = 'member@example.org'
  const complete = (member: Visitor, body: object) =>
    member.call('POST /api/account/completeEmail', { body, lang: 'en' })

  /** A member who has logged in and requested a code for an e-mail address. */
  async function requestCode() {
    const member = createVisitor(api)
    await member.logIn('+8613800138000')
    return { member, ...(await complete(member, { step: 'send', email: EMAIL })) }
  }

  test('without a mail server is kept in the outbox and previewed there', async () => {
    api = await openAdminApi()
    const { envelope } = await requestCode()
    expect(envelope.data).toMatchObject({ status: 'code_sent', outbox: '/outbox' })
    const code = await readMailedCode(api, EMAIL)

    const list = parse(await (await api.app.request('/outbox')).text())
    const address = list.querySelector('a[href^="/outbox/mails/"]')?.getAttribute('href') ?? ''
    const page = parse(await (await api.app.request(address)).text())
    expect(page.text).toContain(`Your code: ${code}`)
    expect(page.text).toContain(EMAIL)
    const frame = page.querySelector('iframe')?.getAttribute('src') ?? ''
    const mail = await api.app.request(frame)
    expect(mail.headers.get('content-security-policy')).toMatch(/sandbox allow-popups/)
    expect(parse(await mail.text()).querySelector('h1')?.text).toBe(`Your code: ${code}`)
    expect((await api.app.request('/outbox/mails/..%2Fsecret.key')).status).toBe(404)
    const [file = ''] = readdirSync(join(api.dataDir, 'outbox'))
    expect(readFileSync(join(api.dataDir, 'outbox', file), 'latin1')).toMatch(/^From: /m)
  })

  test('is sent by the configured mail server', async () => {
    const smtp = await serveSmtp()
    api = await openAdminApi({ settings: describeServer(smtp.url) })
    const { envelope, member } = await requestCode()
    expect(envelope.data).toMatchObject({ status: 'code_sent', outbox: null })
    const text = smtp.caught[0]?.email.text ?? ''
    const code = /\d{6}/.exec(text)?.[0]
    const { data } = await complete(member, { step: 'confirm', email: EMAIL, code })
    expect(data).toMatchObject({ status: 'completed', profile: { email: EMAIL } })
  })

  test('refused by the mail server results in an error for the member', async () => {
    const smtp = await serveSmtp({
      refuseRecipient: () => ({ responseCode: 550, message: 'unknown' }),
    })
    api = await openAdminApi({ settings: describeServer(smtp.url) })
    expect((await requestCode()).envelope).toMatchObject({
      code: 500210,
      msg: 'We could not send the code. Please try again',
    })
    expect(api.logs.join('')).not.toContain(EMAIL)
  })

  test('has previews of every message, but not in production', async () => {
    api = await openAdminApi()
    const list = parse(await (await api.app.request('/outbox/messages')).text())
    const links = list.querySelectorAll('li a').map((link) => link.getAttribute('href') ?? '')
    expect(links).toHaveLength(MESSAGE_NAMES.length * LOCALES.length)
    expect((await api.app.request(links[0] ?? '')).status).toBe(200)
    const shown = parse(
      await (await api.app.request('/outbox/messages/show_reminder/en/html?scheme=dark')).text(),
    )
    expect(shown.querySelectorAll('img[src^="data:image/png"]')).toHaveLength(3)
    expect(shown.querySelector('style')?.text).toContain('@media all')
    const page = parse(await (await api.app.request('/outbox/messages/tickets_bought/en')).text())
    const file = page.querySelector('dd a')?.getAttribute('href') ?? ''
    const calendar = await api.app.request(file)
    expect(calendar.headers.get('content-disposition')).toMatch(
      /^attachment; filename="?\w+.ics"?$/,
    )
    expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR/)
    expect((await api.app.request('/outbox/messages/gossip/en')).status).toBe(404)
    await api.close()

    // Also without the outbox, as on a stage with a real gateway and mail server.
    const settings = { ...describeServer('smtp://127.0.0.1:1'), MESSENGER: 'none' }
    api = await openAdminApi({ settings })
    expect((await api.app.request('/outbox')).status).toBe(404)
    const unsent = parse(await (await api.app.request('/outbox/messages')).text())
    const style = unsent.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? ''
    expect((await api.app.request(style)).status).toBe(200)
    await api.close()

    api = await openAdminApi({ settings: { NODE_ENV: 'production' } })
    for (const path of ['/outbox', '/outbox.json', '/outbox/messages', links[0] ?? '']) {
      expect((await api.app.request(path)).status).toBe(404)
    }
  })

  test('can be tested by `providers check`, which logs in and sends nothing', async () => {
    const smtp = await serveSmtp({ user: { name: 'venue', password: 'secret' } })
    api = await openAdminApi()
    const check = (url: string) =>
      runAdminLine(api, 'providers check', {
        settings: { ...describeServer(url), PAYMENT_PROVIDER: 'none' },
      })
    expect(await check(smtp.url)).toMatchObject({ code: 0, output: 'mail: responds' })
    const wrong = await check(smtp.url.replace('secret', 'wrong'))
    expect(wrong.code).toBe(1)
    expect(wrong.output).toMatch(/^mail: Invalid login: 535/)
    expect(smtp.caught).toEqual([])
  })
})

test('startup in production warns about a missing mail server', async () => {
  using folder = createTemporaryFolder()
  const logs: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logs.push(line) })
  const started = await startAdminApi(createConfig(folder.path, { NODE_ENV: 'production' }), {
    logger,
    contentDir: FIXTURE,
  })
  await started.close()
  expect(logs.join('')).toContain('MAIL_URL is not set: no mails are sent')
})

test('messages that are due when the server stops are sent after the next start', async () => {
  const { promise: isSending, resolve: setSending } = Promise.withResolvers<void>()
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<undefined>()
  const smtp = await serveSmtp({
    refuseMail() {
      setSending()
      return mayGoOn
    },
  })
  const api = await openAdminApi()
  const addresses = await queueMails(api, 5)
  const warnings: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const start = () =>
    startAdminApi(createConfig(api.dataDir, describeServer(smtp.url)), {
      logger,
      now: () => api.clock.now,
    })
  const first = await start()
  await isSending
  const closed = first.close()
  await expect.poll(() => fetch(first.url).catch(() => null)).toBeNull()
  goOn(undefined)
  await closed
  const sent = smtp.caught.length
  expect(sent).toBeLessThan(addresses.length)
  const second = await start()
  await expect.poll(() => smtp.caught.length).toBe(addresses.length)
  await second.close()
  expect(smtp.caught.flatMap(({ to }) => to).toSorted()).toEqual(addresses)
  // The clock of the test differs from that of a database server.
  expect(warnings.filter((line) => !line.includes('the clock of this machine'))).toEqual([])
  await api.close()
})
