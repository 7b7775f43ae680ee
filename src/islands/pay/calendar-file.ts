import type { Order } from '#api/order.ts'
import { readPlace, readStart } from './describe-order.ts'

const MINUTE_MS = 60_000
const LINE_BYTES = 75

const utcTime = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

/** Folds a line to at most 75 octets each, never within a character (RFC 5545). */
function foldLine(line: string): string {
  const encoder = new TextEncoder()
  let bytes = 0
  let folded = ''
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

function readEnd(order: Order, startsAt: string): number {
  if (order.type === 'course' && order.content.kind === 'date') {
    return Date.parse(order.content.ends_at)
  }
  const minutes = order.type === 'performance' ? order.duration_min : 60
  return Date.parse(startsAt) + minutes * MINUTE_MS
}

/** The evening or the class as a calendar file; null for what has no time. */
export function writeOrderEvent(order: Order): string | null {
  const startsAt = readStart(order)
  const place = readPlace(order)
  if (startsAt === null || place === null) return null
  const where = [place.hall.name, place.venue.name, place.address, place.city.name].join(', ')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Entracte//Order//EN',
    'BEGIN:VEVENT',
    `UID:order-${order.order_no}@entracte`,
    `DTSTAMP:${utcTime(Date.parse(order.server_time))}`,
    `DTSTART:${utcTime(Date.parse(startsAt))}`,
    `DTEND:${utcTime(readEnd(order, startsAt))}`,
    `SUMMARY:${escapeText(order.title)}`,
    `LOCATION:${escapeText(where)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/** Hands the file to the reader's calendar. */
export function saveOrderEvent(order: Order): void {
  const text = writeOrderEvent(order)
  if (text === null) return
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${order.order_no}.ics`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}
