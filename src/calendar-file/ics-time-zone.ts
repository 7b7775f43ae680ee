// Time zone definitions in calendar files (RFC 5545, section 3.6.5), for the period of the events of the
// file.

const DAY_MS = 24 * 3_600_000
/** No zone changes its offset twice within a week. */
const STEP_MS = 7 * DAY_MS

/** By IANA name, because creating a format takes longer than writing the rest of a file. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>()

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = zoneFormats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  zoneFormats.set(timeZone, format)
  return format
}

/** The UTC offset of a zone at a time, in minutes. */
function readOffset(zone: Intl.DateTimeFormat, time: number): number {
  const parts = zone.formatToParts(time)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Finds the offset change in a range by bisection. @returns epoch ms, in whole seconds */
function findChange(zone: Intl.DateTimeFormat, from: number, to: number): number {
  const offset = readOffset(zone, from)
  let [before, after] = [from, to]
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2)
    if (readOffset(zone, middle) === offset) before = middle
    else after = middle
  }
  return Math.floor(after / 1000) * 1000
}

function writeOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return (minutes < 0 ? '-' : '+') + digits.join('')
}

/** Writes one rule: the offset that applies from a time (epoch ms), and the offset before it, in minutes. */
function writeRule(time: number, before: number, offset: number): string[] {
  const kind = offset > before ? 'DAYLIGHT' : 'STANDARD'
  const clock = new Date(time + before * 60_000).toISOString().replaceAll(/[-:]|\.\d+Z/g, '')
  return [
    `BEGIN:${kind}`,
    `DTSTART:${clock}`,
    `TZOFFSETFROM:${writeOffset(before)}`,
    `TZOFFSETTO:${writeOffset(offset)}`,
    `END:${kind}`,
  ]
}

/**
 * Writes the lines that define a zone for some times; none if there are no times.
 * @param name IANA name
 * @param times epoch ms
 */
export function writeTimeZone(name: string, times: readonly number[]): string[] {
  if (times.length === 0) return []
  const zone = getZoneFormat(name)
  const first = times.reduce((min, time) => Math.min(min, time)) - DAY_MS
  const last = times.reduce((max, time) => Math.max(max, time)) + DAY_MS
  let offset = readOffset(zone, first)
  const rules = writeRule(first, offset, offset)
  for (let from = first; from < last; from += STEP_MS) {
    const to = Math.min(from + STEP_MS, last)
    const next = readOffset(zone, to)
    if (next === offset) continue
    rules.push(...writeRule(findChange(zone, from, to), offset, next))
    offset = next
  }
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...rules, 'END:VTIMEZONE']
}
