import * as v from 'valibot'
import { LOCALES } from '#api/language.ts'
import { LocaleSchema } from '#api/primitives.ts'
import { formatCount } from '../../lib/format-count.ts'
import { nameLanguage } from '../../lib/name-language.ts'
import { formatTime } from '../venue-time.ts'
import { collectFaults, ContentError, type Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'
import { listFiles, nameFile, visitTexts } from './sources.ts'
import { resolveTime } from './times.ts'

// Warnings about valid content that is probably a mistake. They do not prevent an import.

type Performance = ContentFolder['items']['performances'][number]
type Course = ContentFolder['items']['courses'][number]
type Site = ContentFolder['single']['site.yaml']

const EXPLICIT_OFFSET = /(?:[+-]\d\d:\d\d|Z)$/
const readOffset = (time: string) => EXPLICIT_OFFSET.exec(time)?.[0].replace('Z', '+00:00')

function checkPerformance(
  performance: Performance,
  seats: ReadonlyMap<string, number>,
  { faults, firstStart }: { faults: Faults; firstStart: number },
): void {
  const file = nameFile('performances', performance.slug)
  const at = (time: string) => resolveTime(time, firstStart)
  for (const [index, { price, member_price }] of performance.tiers.entries()) {
    if (member_price <= price) continue
    faults.add(file, `tiers.${index}.member_price`, 'Members pay more than others.')
  }
  const shows = performance.shows.filter(({ cancelled }) => !cancelled)
  const lastShow = Math.max(...shows.map(({ starts }) => at(starts)))
  if (shows.length > 0 && at(performance.sale_starts) > lastShow) {
    faults.add(file, 'sale_starts', 'The sale opens after the last show.')
  }
  for (const [index, { hall, stock }] of performance.shows.entries()) {
    const capacity = seats.get(hall)
    const sum = stock.reduce((all, tier) => all + tier, 0)
    if (capacity === undefined || sum <= capacity) continue
    faults.add(file, `shows.${index}.stock`, `${sum} tickets, but the hall has ${capacity} seats.`)
  }
}

/** Finds fields of a course that have no effect. */
function checkCourse(course: Course, faults: Faults): void {
  const file = nameFile('courses', course.slug)
  if (course.admission === 'book' && course.application) {
    faults.add(
      file,
      'application',
      'It has no effect with "admission: book". Write "admission: apply", or remove it.',
    )
  }
  if (course.packages.length > 0 && course.dates.length === 0) {
    faults.add(file, 'packages', 'They are not sold: there are no dates to use class hours for.')
  }
  if (course.teachers.length === 0) faults.add(file, 'teachers', 'The course has no teacher.')
  checkRepeated(file, 'teachers', { slugs: course.teachers, faults })
}

/** Finds sections of the home page that are not enabled. */
function checkHomeActs({ sections, home_acts: acts = [] }: Site, faults: Faults): void {
  for (const [index, act] of acts.entries()) {
    if (sections.includes(act)) continue
    faults.add(
      'site.yaml',
      `home_acts.${index}`,
      `The home page leaves out "${act}", which is not in "sections".`,
    )
  }
}

/** Finds shows that begin in the same hall at the same time. */
function checkHalls(
  performances: readonly Performance[],
  firstStart: number,
  faults: Faults,
): void {
  const taken = new Map<string, string>()
  for (const { slug, shows } of performances) {
    for (const [index, show] of shows.entries()) {
      if (show.cancelled) continue
      const file = nameFile('performances', slug)
      const key = `${show.hall} ${resolveTime(show.starts, firstStart)}`
      const other = taken.get(key)
      taken.set(key, other ?? file)
      if (other === undefined) continue
      faults.add(
        file,
        `shows.${index}.starts`,
        `The hall also has a show of ${other} at this time.`,
      )
    }
  }
}

function checkArtists(artists: ContentFolder['items']['artists'], faults: Faults): void {
  for (const { slug, born, died } of artists) {
    if (born === undefined || died === undefined || born <= died) continue
    faults.add(nameFile('artists', slug), 'died', `The year is before the year of birth, ${born}.`)
  }
}

/** Finds artists that are listed more than once. */
function checkRepeated(
  file: string,
  field: string,
  { slugs, faults }: { slugs: readonly string[]; faults: Faults },
): void {
  for (const [index, slug] of slugs.entries()) {
    if (slugs.indexOf(slug) === index) continue
    faults.add(file, `${field}.${index}`, `"${slug}" is listed twice.`)
  }
}

/** Finds times whose offset is not that of the venue's time zone at that time. */
function checkOffsets(file: string, data: object, faults: Faults): void {
  for (const [field, text] of visitTexts(data)) {
    const offset = /^\d{4}-\d\d-\d\dT/.test(text) ? readOffset(text) : undefined
    if (offset === undefined || Number.isNaN(Date.parse(text))) continue
    const venueTime = formatTime(Date.parse(text))
    if (readOffset(venueTime) === offset) continue
    faults.add(
      file,
      field,
      `The venue's time zone has another offset: this is shown as ${venueTime}.`,
    )
  }
}

/** Lists the languages that some texts of a file lack. */
function listMissingLanguages(data: object): string[] {
  const isLocal = (value: object) => Object.keys(value).some((key) => v.is(LocaleSchema, key))
  const locals: object[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (isLocal(value)) return void locals.push(value)
    for (const part of Object.values(value)) visit(part)
  }
  visit(data)
  return LOCALES.filter((lang) => locals.some((texts) => !(lang in texts)))
}

const MAX_NAMED = 5

/** Describes which files lack translations; visitors see such texts in the other language. */
function describeLanguages(files: readonly (readonly [file: string, data: object])[]): string[] {
  return LOCALES.flatMap((lang) => {
    const lacking = files.filter(([, data]) => listMissingLanguages(data).includes(lang))
    if (lacking.length === 0) return []
    const names = lacking.slice(0, MAX_NAMED).map(([file]) => file)
    const more = lacking.length > MAX_NAMED ? ' and others' : ''
    const verb = lacking.length === 1 ? 'lacks' : 'lack'
    return [
      `${formatCount(lacking.length, 'file')} ${verb} ${nameLanguage(lang)} in places: ${names.join(', ')}${more}`,
    ]
  })
}

/**
 * Finds valid content that is probably a mistake, such as a sale that opens after the shows.
 * @param folder a valid folder
 * @returns one message per warning, with file, line and field
 */
export function findWarnings(folder: ContentFolder, firstStart: number): string[] {
  const faults = collectFaults()
  const { single, items } = folder
  const site = single['site.yaml']
  if (!/\d{3}/.test(site.phone)) faults.add('site.yaml', 'phone', 'This is not a phone number.')
  const seats = new Map(
    site.venues.flatMap(({ halls }) =>
      halls.map(({ slug, seats: count }) => [slug, count] as const),
    ),
  )
  for (const one of items.performances) checkPerformance(one, seats, { faults, firstStart })
  checkHalls(items.performances, firstStart, faults)
  checkArtists(items.artists, faults)
  checkRepeated('season.yaml', 'artists', { slugs: single['season.yaml'].artists, faults })
  for (const one of items.courses) checkCourse(one, faults)
  checkHomeActs(site, faults)
  const files = listFiles(folder)
  for (const [file, data] of files) checkOffsets(file, data, faults)
  const lines = faults.list.length > 0 ? new ContentError(faults.list, folder.root).faults : []
  return [...lines, ...describeLanguages(files)]
}
