import ICAL from 'ical.js'
import { afterEach, describe, expect, test } from 'vitest'
import { setVenueTimeZone } from '#i18n/format.ts'
import { escapeText, foldLine, writeCalendar, writeEvent } from '#calendar-file/ics.ts'

const EVENT = {
  uid: 'performance-12-31@house.example',
  title: '雷雨，或者; 一场 \\ 大雨, 二〇二七年重排版本，四幕话剧，今晚演后谈',
  startsAt: '2027-05-08T11:30:00Z',
  endsAt: '2027-05-08T22:00:00+08:00',
  location: '幕间剧场 大剧场, 棉栈路 19 号, 上海',
  url: 'https://house.example/drama/detail?id=12',
  isCancelled: false,
  sequence: 0,
  asOf: '2027-05-05T12:00:00+08:00',
}
const CALENDAR = { site: '河畔剧场; 学校', name: '全部演出', lang: 'zh-CN' }
const write = (events = [EVENT]) => writeCalendar({ ...CALENDAR, events: events.map(writeEvent) })
const parse = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[])

describe('calendar file', () => {
  afterEach(() => setVenueTimeZone('Asia/Shanghai'))

  test('keeps shows at the same venue hour across daylight saving changes', () => {
    setVenueTimeZone('Europe/London')
    const shows = ['2027-10-30T18:30:00Z', '2027-10-31T19:30:00Z', '2028-03-26T18:30:00Z'].map(
      (startsAt, index) => ({ ...EVENT, uid: `${index}`, startsAt, endsAt: startsAt }),
    )
    for (const [index, component] of parse(write(shows)).getAllSubcomponents('vevent').entries()) {
      const { startDate } = new ICAL.Event(component)
      expect(startDate.zone.tzid).toBe('Europe/London')
      expect(startDate.toString()).toContain('T19:30:00')
      expect(startDate.toJSDate()).toEqual(new Date(shows[index]?.startsAt ?? ''))
    }
  })

  test("is parsed by an independent reader, in the venue's time zone", () => {
    const calendar = parse(write())
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('全部演出')
    const [component] = calendar.getAllSubcomponents('vevent')
    if (!component) throw new Error('no event')
    const event = new ICAL.Event(component)
    expect(event.summary).toBe(EVENT.title)
    expect(event.location).toBe(EVENT.location)
    expect(event.uid).toBe(EVENT.uid)
    expect(event.startDate.zone.tzid).toBe('Asia/Shanghai')
    expect(event.startDate.toString()).toBe('2027-05-08T19:30:00')
    expect(event.startDate.toJSDate().toISOString()).toBe('2027-05-08T11:30:00.000Z')
    expect(event.endDate.toJSDate().toISOString()).toBe('2027-05-08T14:00:00.000Z')
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component.getFirstPropertyValue('url')).toBe(EVENT.url)
  })

  test('names the site in PRODID', () => {
    const calendar = parse(write())
    expect(calendar.getFirstPropertyValue('prodid')).toBe('-//河畔剧场; 学校//Calendar//ZH-CN')
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  })

  test('stays valid when texts contain line breaks and control characters', () => {
    const title = 'One\rEND:VEVENT\r\nTwo\u0000\u000b\tThree'
    const [event, ...more] = parse(write([{ ...EVENT, title }])).getAllSubcomponents('vevent')
    expect(more).toEqual([])
    expect(event?.getFirstPropertyValue('summary')).toBe('One\nEND:VEVENT\nTwo\tThree')
  })

  test('marks cancelled events', () => {
    const [event] = parse(write([{ ...EVENT, isCancelled: true }])).getAllSubcomponents('vevent')
    expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED')
  })

  test('describes no calendar for a single entry', () => {
    const calendar = parse(writeCalendar({ ...CALENDAR, name: null, events: [writeEvent(EVENT)] }))
    const names = calendar.getAllProperties().map(({ name }) => name)
    expect(names).toEqual(['version', 'prodid', 'calscale', 'method'])
  })

  test('numbers the revision of a changed event only', () => {
    const revision = (sequence: number) =>
      parse(write([{ ...EVENT, sequence }]))
        .getFirstSubcomponent('vevent')
        ?.getFirstPropertyValue('sequence')
    expect(revision(2)).toBe(2)
    expect(revision(0)).toBeNull()
  })

  test('ends every line with CRLF and limits lines to 75 octets', () => {
    const text = write()
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
  })
})

test('escapes text values', () => {
  expect(escapeText('a\\b;c,d\r\ne\nf')).toBe(String.raw`a\\b\;c\,d\ne\nf`)
})

test('folds lines reversibly without splitting a character', () => {
  const line = `SUMMARY:${'雷雨🎭'.repeat(30)}`
  const folded = foldLine(line)
  expect(folded.replaceAll('\r\n ', '')).toBe(line)
  expect(folded).not.toContain('\uFFFD')
})

test('folds a line after 75 octets, of which the space of a continuation is one', () => {
  const [full, rest] = ['a'.repeat(75), 'a'.repeat(74)]
  expect(foldLine(full)).toBe(full)
  expect(foldLine(`${full}${rest}a`)).toBe(`${full}\r\n ${rest}\r\n a`)
  expect(foldLine(`${full.slice(1)}é`)).toBe(`${full.slice(1)}\r\n é`)
})
