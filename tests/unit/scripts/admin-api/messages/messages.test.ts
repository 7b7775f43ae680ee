import ICAL from 'ical.js'
import jsqr from 'jsqr'
import { parse } from 'node-html-parser'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_THEME, measureContrast } from '#api/theme.ts'
import { writeCalendarEntry } from '#features/order-core/calendar-entry.ts'
import { setVenueTimeZone } from '#i18n/format.ts'
import { createPalettes } from '#scripts/admin-api/messages/mail/palette.ts'
import type { AnnouncedReason, RefundedValue } from '#scripts/admin-api/messages/message-data.ts'
import type { MessageFile } from '#scripts/admin-api/messages/message.ts'
import { createSamples } from '#scripts/admin-api/messages/samples.ts'
import { compose, NOW, SITE_URL } from '#tests/support/message-site.ts'

const SAMPLES = createSamples('en', NOW)
const { order } = SAMPLES.tickets_bought

afterEach(() => setVenueTimeZone('Asia/Shanghai'))

async function readQrCode(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data
}

function readEvent(files: readonly MessageFile[]) {
  const file = files.find(({ name }) => name.endsWith('.ics'))
  const calendar = new ICAL.Component(ICAL.parse(String(file?.content)) as unknown[])
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('no event')
  return { component, event: new ICAL.Event(component), type: file?.type }
}

describe('ticket codes in mails', () => {
  test("encodes each ticket's code in its QR picture", async () => {
    const { mail } = await compose('tickets_bought', SAMPLES.tickets_bought)
    const codes = await Promise.all(mail.pictures.map(({ png }) => readQrCode(png)))
    expect(codes).toEqual(order.tickets.map(({ code }) => code))
  })

  test('omits the codes of used and void tickets', async () => {
    const [first, second, third] = order.tickets
    if (!first || !second || !third) throw new Error('three tickets expected')
    const tickets = [
      { ...first, state: 'used' as const, used_at: order.server_time },
      { ...second, state: 'void' as const },
      third,
    ]
    const { mail } = await compose('show_reminder', { order: { ...order, tickets }, sequence: 1 })
    expect(mail.pictures).toHaveLength(1)
    expect(mail.text).toContain('1 / 1  Balcony')
    expect(mail.html).not.toContain('T1AA')
  })

  test('counts all tickets of a show that is cancelled after admissions', async () => {
    const [first, ...others] = order.tickets
    if (!first) throw new Error('three tickets expected')
    const tickets = [
      { ...first, state: 'used' as const },
      ...others.map((ticket) => ({ ...ticket, state: 'void' as const })),
    ]
    const cancelled = { ...order, status: 'refunding' as const, tickets }
    const data = { ...SAMPLES.show_cancelled, order: cancelled }
    const { mail } = await compose('show_cancelled', data)
    expect(mail.text).toContain('Stalls × 2 · Balcony × 1')
  })

  test("stays below Gmail's clipping limit with twenty tickets", async () => {
    const [ticket] = order.tickets
    if (!ticket) throw new Error('a ticket expected')
    const tickets = Array.from({ length: 20 }, (_, id) => ({ ...ticket, id }))
    const data = { ...SAMPLES.tickets_bought, order: { ...order, quantity: 20, tickets } }
    const { mail } = await compose('tickets_bought', data)
    expect(mail.pictures).toHaveLength(20)
    expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000)
  })
})

test.each(['tickets_bought', 'booking_confirmed', 'show_reminder', 'course_reminder'] as const)(
  'the mail %s says how to get to the venue',
  async (kind) => {
    const { mail } = await compose(kind, SAMPLES[kind])
    expect(mail.text).toContain('Jing’an Temple station')
  },
)

describe('calendar entry of a mail', () => {
  test('equals the calendar entry of the site', async () => {
    const { mail } = await compose('tickets_bought', SAMPLES.tickets_bought)
    const { event, component, type } = readEvent(mail.files)
    const url = `${SITE_URL}/en/order/Info?id=${order.order_no}`
    const siteCalendar = new ICAL.Component(
      ICAL.parse(
        writeCalendarEntry(order, { url, siteName: null, locale: 'en' }) ?? '',
      ) as unknown[],
    )
    expect(component.toJSON()).toEqual(siteCalendar.getFirstSubcomponent('vevent')?.toJSON())
    expect(event.startDate.toJSDate()).toEqual(new Date(order.starts_at))
    expect(event.endDate.toJSDate().getTime() - event.startDate.toJSDate().getTime()).toBe(
      order.duration_min * 60_000,
    )
    expect(event.summary).toBe('The Seagull')
    expect(event.location).toContain('1 Theatre Road')
    expect(component.getFirstPropertyValue('url')).toBe(url)
    expect(type).toContain('method=PUBLISH')
  })

  test('updates the entry of a moved show and cancels that of a cancelled show', async () => {
    const moved = readEvent((await compose('show_moved', SAMPLES.show_moved)).mail.files)
    expect(moved.component.getFirstPropertyValue('sequence')).toBe(1)
    expect(moved.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    const cancelled = readEvent(
      (await compose('show_cancelled', SAMPLES.show_cancelled)).mail.files,
    )
    expect(cancelled.event.uid).toBe(moved.event.uid)
    expect(cancelled.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  })
})

describe('dates and amounts in messages', () => {
  test('state the credit for exchanged tickets, also when their show is cancelled', async () => {
    const exchange = { ...order, rule: 'member_price', credit_fen: 28_000, payable_fen: 0 } as const
    const { mail } = await compose('show_cancelled', { ...SAMPLES.show_cancelled, order: exchange })
    expect(mail.text).toMatch(/Credit for your old tickets: ¥280\nActual payment: ¥0/)
    const bought = await compose('show_cancelled', SAMPLES.show_cancelled)
    expect(bought.mail.text).not.toContain('Credit')
  })

  test("formats times in the venue's time zone, whatever offset the data has", async () => {
    setVenueTimeZone('Europe/London')
    const { mail } = await compose('tickets_bought', SAMPLES.tickets_bought)
    // 19:30 in Shanghai is 12:30 in London in summer.
    expect(mail.subject).toBe('Your tickets: The Seagull, Sat 15 May 2027, 12:30')
    expect(mail.text).toContain('Please arrive by: 12:00')
    expect(mail.text).toContain('Online refunds until: Thu 13 May 2027, 12:30')
    expect(readEvent(mail.files).component.getFirstProperty('dtstart')?.getParameter('tzid')).toBe(
      'Europe/London',
    )
  })

  test('shows fen only where the amount is not a whole yuan', async () => {
    const topUp = { ...SAMPLES.balance_topped_up.order, payable_fen: 10_050 }
    const { mail } = await compose('balance_topped_up', { order: topUp, balanceFen: 20_000 })
    expect(mail.subject).toBe('¥100.50 added to your balance')
    expect(mail.text).toContain('Account balance: ¥200')
  })

  test('shows “Free for members” instead of ¥0 for a free booking', async () => {
    const { mail } = await compose('booking_confirmed', SAMPLES.booking_confirmed)
    expect(mail.text).toContain('Actual payment: Free for members')
    expect(mail.text).not.toContain('¥0')
  })
})

describe('refund message', () => {
  const refund = async (returned: RefundedValue, reason: AnnouncedReason = 'user') =>
    (await compose('refund', { order, reason, returned, sequence: 1 })).mail

  test.each([
    [
      { kind: 'money', amountFen: 4550, method: 'wechat' },
      /¥45\.50 .*WeChat Pay.*three working days/,
    ],
    [
      { kind: 'money', amountFen: 4550, method: 'stripe' },
      /¥45\.50 .*card.*five to ten working days/,
    ],
    [
      { kind: 'money', amountFen: 4550, method: 'balance' },
      /¥45\.50 is back in your account balance/,
    ],
    [{ kind: 'class_hours', hours: 1 }, /1 class hour is back in your package/],
    [{ kind: 'class_hours', hours: 2 }, /2 class hours are back in your package/],
  ] as const)('states amount and arrival of a refund of %j', async (returned, expected) => {
    expect((await refund(returned)).text).toMatch(expected)
  })

  test('mentions no money after a free order', async () => {
    const { subject, text } = await refund({ kind: 'nothing' })
    expect(subject).toBe('Cancelled: The Seagull')
    expect(text).not.toMatch(/¥|working days/)
  })

  const money = { kind: 'money', amountFen: 4550, method: 'wechat' } as const

  test.each(['paid_twice', 'paid_late', 'old_ticket_used', 'old_ticket_refunded'] as const)(
    'does not void the tickets after a refund without a purchase (%s)',
    async (reason) => {
      expect((await refund(money, reason)).text).not.toContain('void')
    },
  )

  test('states that the tickets of a refunded order are void', async () => {
    expect((await refund(money)).text).toContain('The old ticket codes are void.')
  })

  test('explains why an exchange failed when an old ticket was used', async () => {
    expect((await refund(money, 'old_ticket_used')).text).toMatch(/old tickets was used/)
    expect((await refund(money, 'old_ticket_used')).text).not.toMatch(/places were released/)
  })
})

describe('message about refunded tickets', () => {
  const mail = async (tickets: typeof order.tickets) =>
    (
      await compose('tickets_refunded', {
        ...SAMPLES.tickets_refunded,
        order: { ...order, tickets },
      })
    ).mail

  test('states that the other tickets stay valid, unless none is left when it is sent', async () => {
    expect((await mail(order.tickets)).text).toContain('Your other tickets stay valid')
    const refunded = order.tickets.map((ticket) => ({ ...ticket, state: 'void' as const }))
    const { text } = await mail(refunded)
    expect(text).toContain('The old ticket codes are void.')
    expect(text).not.toContain('stay valid')
  })
})

describe('changes in messages', () => {
  test('shows previous values beside changed ones, and only there', async () => {
    const { mail } = await compose('show_moved', SAMPLES.show_moved)
    expect(mail.subject).toBe('New date: The Seagull is now on Sat 15 May 2027, 19:30')
    expect(mail.text).toContain('Time: Sat 15 May 2027, 19:30 (was Fri 14 May 2027, 19:30)')
    expect(mail.text).toContain('Main Stage (was Riverside Playhouse · Studio 2)')
    expect(mail.text).toMatch(/Address: 1 Theatre Road, Jing’an, Shanghai$/m)
    expect(parse(mail.html).querySelectorAll('s')).toHaveLength(2)
  })

  test('announces a new hall, not a new date, if only the hall changes', async () => {
    const { before } = SAMPLES.show_moved
    const data = { ...SAMPLES.show_moved, before: { ...before, startsAt: order.starts_at } }
    const { mail } = await compose('show_moved', data)
    expect(mail.subject).toBe('New hall: The Seagull is now at Main Stage')
    expect(mail.text).not.toContain('new date')
  })
})

describe('the message about a cancelled date', () => {
  test('promises class hours to members who booked it with class hours', async () => {
    const booking = { ...SAMPLES.booking_confirmed.order, rule: 'class_hour' as const }
    const data = { order: booking, returned: { kind: 'later' } as const, sequence: 1 }
    const { mail } = await compose('course_date_cancelled', data)
    expect(mail.text).toMatch(/You get .*class hours back/)
  })
})

describe('links in messages', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  test('lead to the only language of a site, whatever the language of the member', async () => {
    vi.stubEnv('SITE_LOCALES', 'en')
    vi.resetModules()
    const site = await import('#tests/support/message-site.ts')
    const data = createSamples('zh-cn', NOW).tickets_bought
    const { mail } = await site.compose('tickets_bought', data, { locale: 'zh-cn' })
    expect(mail.subject).toContain('您的票')
    expect(mail.text).toContain(`${SITE_URL}/order/DynamicInfoCard?id=`)
    expect(mail.text).not.toContain('/zh-cn')
  })
})

describe('user-supplied text in messages', () => {
  const hostile = '<b>"Tea" & \'house\'</b>'

  test('escapes markup', async () => {
    const data = { ...SAMPLES.tickets_bought, order: { ...order, title: hostile } }
    const { mail } = await compose('tickets_bought', data)
    const page = parse(mail.html)
    expect(page.querySelectorAll('b')).toEqual([])
    expect(page.querySelector('h1')?.text).toContain(hostile)
    expect(mail.subject).toContain(hostile)
  })

  test('truncates a long title in an SMS', async () => {
    const title = '一'.repeat(60)
    const data = { ...SAMPLES.show_cancelled, order: { ...order, title } }
    const { sms } = await compose('show_cancelled', data, { locale: 'zh-cn' })
    expect(sms?.parameters['title']).toBe(`${'一'.repeat(29)}…`)
  })
})

describe('mail design', () => {
  test('has readable contrast for every colour pair, light and dark', () => {
    const { light, dark } = createPalettes(DEFAULT_THEME)
    for (const { ground, card, text, quiet, link } of [light, dark]) {
      for (const colour of [text, quiet, link]) {
        expect(measureContrast(colour, card)).toBeGreaterThanOrEqual(4.5)
        expect(measureContrast(colour, ground)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  test("embeds the site's logo", async () => {
    const png = await sharp({ create: { width: 200, height: 88, channels: 4, background: 'red' } })
      .png()
      .toBuffer()
    const site = { logo: { png, width: 100, height: 44 } }
    const { mail } = await compose('login_code', SAMPLES.login_code, { site })
    expect(mail.pictures).toEqual([{ id: 'logo', png }])
    expect(parse(mail.html).querySelector('img')?.attributes).toMatchObject({
      src: 'cid:logo',
      alt: 'Riverside Playhouse',
      width: '100',
    })
  })

  test('omits phone and reply address if the site has none', async () => {
    const site = { phone: null, email: null }
    const { mail } = await compose('login_code', SAMPLES.login_code, { site })
    expect(mail.replyTo).toBeNull()
    expect(mail.text).not.toMatch(/Questions/)
  })
})
