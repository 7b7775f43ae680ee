import { getVenueTimeZone, readParts } from '#i18n/format.ts'
import { writeTimeZone } from './ics-time-zone.ts'

// Calendar files (RFC 5545). Times are in the time zone of the venue, which the file defines, so that a
// calendar application shows 19:30 as 19:30 there and converts it elsewhere.

interface CalendarEvent {
  uid: string
  title: string
  startsAt: string
  endsAt: string
  location: string
  url: string
  isCancelled: boolean
  /** Revision of the event (RFC 5545, section 3.8.7.4), from 0. */
  sequence: number
  asOf: string
}

interface CalendarFile {
  /** Name of the site, for `PRODID`. */
  site: string
  /** Name of the calendar in calendar applications; null for a single entry, which Outlook would add as a calendar. */
  name: string | null
  /** BCP 47 language of the texts. */
  lang: string
  events: readonly WrittenEvent[]
}

/** An event in the form in which every file contains it. */
interface WrittenEvent extends Pick<CalendarEvent, 'startsAt' | 'endsAt'> {
  text: string
}

const LINE_BYTES = 75
const REFRESH = 'PT6H'

/** Escapes a text value (RFC 5545, section 3.3.11), and removes control characters except tabs. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/[^\P{Cc}\t]/gu, '')

const encoder = new TextEncoder()
const octets = new Uint8Array(LINE_BYTES)

/** Folds a line after at most 75 octets, never within a character (RFC 5545, section 3.1). */
export function foldLine(line: string): string {
  // Encodes as many whole characters as fit.
  const { read } = encoder.encodeInto(line, octets)
  const parts = [line.slice(0, read)]
  for (let start = read; start < line.length;) {
    // The space that marks a continuation counts too.
    const part = encoder.encodeInto(line.slice(start), octets.subarray(1))
    parts.push(line.slice(start, start + part.read))
    start += part.read
  }
  return parts.join('\r\n ')
}

function formatLocalTime(time: string): string {
  const { year, month, day, hour, minute } = readParts(time)
  return `${year}${month}${day}T${hour}${minute}00`
}

const formatUtcTime = (time: string): string =>
  new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const fold = (lines: readonly string[]): string => lines.map(foldLine).join('\r\n')

/** Writes an event, for one or more calendar files. */
export function writeEvent(event: CalendarEvent): WrittenEvent {
  const { startsAt, endsAt } = event
  const text = fold([
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${formatUtcTime(event.asOf)}`,
    // A missing SEQUENCE means 0.
    ...(event.sequence > 0 ? [`SEQUENCE:${event.sequence}`] : []),
    `DTSTART;TZID=${getVenueTimeZone()}:${formatLocalTime(startsAt)}`,
    `DTEND;TZID=${getVenueTimeZone()}:${formatLocalTime(endsAt)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ])
  return { startsAt, endsAt, text }
}

const describeCalendar = (name: string): string[] => [
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  `X-WR-TIMEZONE:${getVenueTimeZone()}`,
  `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
  `X-PUBLISHED-TTL:${REFRESH}`,
]

/** Writes a calendar file, to open or to subscribe to. */
export function writeCalendar({ site, name, lang, events }: CalendarFile): string {
  const head = fold([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(site)}//Calendar//${lang.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === null ? [] : describeCalendar(name)),
    ...writeTimeZone(
      getVenueTimeZone(),
      events.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]),
    ),
  ])
  return `${[head, ...events.map(({ text }) => text), 'END:VCALENDAR'].join('\r\n')}\r\n`
}
