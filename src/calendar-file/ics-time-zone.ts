// The definition of a time zone in a calendar file (RFC 5545, section 3.6.5), for the time that the
// events of the file cover.

const DAY_MS = 24 * 3_600_000

/** By IANA name: to create one takes longer than all the rest of a file. */
const zones = new Map<string, Intl.DateTimeFormat>()

function findZone(timeZone: string): Intl.DateTimeFormat {
  const known = zones.get(timeZone)
  if (known) return known
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  zones.set(timeZone, zone)
  return zone
}

/** Minutes that the clocks of a zone are ahead of UTC at a moment. */
function readOffset(zone: Intl.DateTimeFormat, time: number): number {
  const parts = zone.formatToParts(time)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The first moment in a range at which the offset is no longer that of its beginning. */
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

/** One rule: from a moment on, clocks that showed one offset show another. */
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
 * The lines that define a zone for some moments; none when there are no moments.
 * @param name IANA name
 * @param times epoch ms
 */
export function writeTimeZone(name: string, times: readonly number[]): string[] {
  if (times.length === 0) return []
  const zone = findZone(name)
  const first = times.reduce((min, time) => Math.min(min, time)) - DAY_MS
  const last = times.reduce((max, time) => Math.max(max, time)) + DAY_MS
  let offset = readOffset(zone, first)
  const rules = writeRule(first, offset, offset)
  for (let day = first; day < last; day += DAY_MS) {
    const next = readOffset(zone, day + DAY_MS)
    if (next === offset) continue
    rules.push(...writeRule(findChange(zone, day, day + DAY_MS), offset, next))
    offset = next
  }
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...rules, 'END:VTIMEZONE']
}
