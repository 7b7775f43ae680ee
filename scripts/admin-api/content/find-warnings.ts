import { findSection } from '#api/sections.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { formatCount } from '../../lib/format-count.ts'
import { nameLanguage } from '../../lib/name-language.ts'
import { formatTime } from '../venue-time.ts'
import { createChecker, type Checker } from './checker.ts'
import { collectFaults, ContentError } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'
import { listLinks } from './links.ts'
import { isLocalized } from './local.ts'
import { listFiles, nameFile, visitTexts } from './sources.ts'

// Warnings about valid content that is probably a mistake. They do not prevent an import.

type Performance = ContentFolder['items']['performances'][number]
type Course = ContentFolder['items']['courses'][number]
type Site = ContentFolder['single']['site.yaml']

const EXPLICIT_OFFSET = /(?:[+-]\d\d:\d\d|Z)$/
const readOffset = (time: string) => EXPLICIT_OFFSET.exec(time)?.[0].replace('Z', '+00:00')

function checkPerformance(
  performance: Performance,
  seats: ReadonlyMap<string, number>,
  { readTime, reportIf }: Checker,
): void {
  const file = nameFile('performances', performance.slug)
  for (const [index, { price, member_price }] of performance.tiers.entries()) {
    const field = `tiers.${index}.member_price`
    reportIf(member_price > price, file, field, 'Members pay more than others.')
  }
  const shows = performance.shows.filter(({ cancelled }) => !cancelled)
  const lastShow = Math.max(...shows.map(({ starts }) => readTime(starts)))
  const isLate = shows.length > 0 && readTime(performance.sale_starts) > lastShow
  reportIf(isLate, file, 'sale_starts', 'The sale opens after the last show.')
  for (const [index, { hall, stock }] of performance.shows.entries()) {
    const capacity = seats.get(hall) ?? Infinity
    const sum = stock.reduce((all, tier) => all + tier, 0)
    const message = `${sum} tickets, but the hall has ${capacity} seats.`
    reportIf(sum > capacity, file, `shows.${index}.stock`, message)
  }
}

/** Finds fields of a course that have no effect. */
function checkCourse(course: Course, { reportIf }: Checker): void {
  const file = nameFile('courses', course.slug)
  const { packages, dates, teachers } = course
  reportIf(
    course.admission === 'book' && course.application !== undefined,
    file,
    'application',
    'It has no effect with "admission: book". Write "admission: apply", or remove it.',
  )
  reportIf(
    packages.length > 0 && dates.length === 0,
    file,
    'packages',
    'They are not sold: there are no dates to use class hours for.',
  )
  reportIf(teachers.length === 0, file, 'teachers', 'The course has no teacher.')
}

/** Finds sections of the home page that are not enabled. */
function checkHomeActs({ sections, home_acts: acts = [] }: Site, { reportIf }: Checker): void {
  for (const [index, act] of acts.entries()) {
    const message = `The home page leaves out "${act}", which is not in "sections".`
    reportIf(!sections.includes(act), 'site.yaml', `home_acts.${index}`, message)
  }
}

/** Finds links to sections that are not enabled. */
function checkLinks(file: string, data: object, { sections }: Site, { reportIf }: Checker): void {
  for (const [field, href] of listLinks(data)) {
    const section = findSection(href.replace(/[?#].*$/, ''))
    const message = `"${section}" is not in "sections": the site shows the text without the link.`
    reportIf(section !== null && !sections.includes(section), file, field, message)
  }
}

/** Finds shows that begin in the same hall at the same time. */
function checkHalls(performances: readonly Performance[], { readTime, reportIf }: Checker): void {
  const taken = new Map<string, string>()
  for (const { slug, shows } of performances) {
    for (const [index, show] of shows.entries()) {
      if (show.cancelled) continue
      const file = nameFile('performances', slug)
      const key = `${show.hall} ${readTime(show.starts)}`
      const other = taken.get(key)
      taken.set(key, other ?? file)
      const message = `The hall also has a show of ${other} at this time.`
      reportIf(other !== undefined, file, `shows.${index}.starts`, message)
    }
  }
}

function checkArtists(artists: ContentFolder['items']['artists'], { reportIf }: Checker): void {
  for (const { slug, born = -Infinity, died = Infinity } of artists) {
    const message = `The year is before the year of birth, ${born}.`
    reportIf(died < born, nameFile('artists', slug), 'died', message)
  }
}

/** Finds artists that are listed more than once. */
function checkRepeated(
  file: string,
  field: string,
  slugs: readonly string[],
  { reportIf }: Checker,
): void {
  for (const [index, slug] of slugs.entries()) {
    const isRepeated = slugs.indexOf(slug) < index
    reportIf(isRepeated, file, `${field}.${index}`, `"${slug}" is listed twice.`)
  }
}

/** Finds times whose offset is not that of the venue's time zone at that time. */
function checkOffsets(file: string, data: object, { reportIf }: Checker): void {
  for (const [field, text] of visitTexts(data)) {
    const offset = /^\d{4}-\d\d-\d\dT/.test(text) ? readOffset(text) : undefined
    if (offset === undefined || Number.isNaN(Date.parse(text))) continue
    const venueTime = formatTime(Date.parse(text))
    const message = `The venue's time zone has another offset: this is shown as ${venueTime}.`
    reportIf(readOffset(venueTime) !== offset, file, field, message)
  }
}

/** Lists the languages of the site that some texts of a file lack. */
function listMissingLanguages(data: object): string[] {
  const locals: object[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (isLocalized(value)) return void locals.push(value)
    for (const part of Object.values(value)) visit(part)
  }
  visit(data)
  return SITE_LOCALES.filter((lang) => locals.some((texts) => !(lang in texts)))
}

const MAX_NAMED = 5

/** Describes which files lack translations; visitors see such texts in the other language. */
function describeLanguages(files: readonly (readonly [file: string, data: object])[]): string[] {
  return SITE_LOCALES.flatMap((lang) => {
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
  const checker = createChecker(firstStart, faults)
  const { single, items } = folder
  const site = single['site.yaml']
  const isPhone = /\d{3}/.test(site.phone)
  checker.reportIf(!isPhone, 'site.yaml', 'phone', 'This is not a phone number.')
  const seats = new Map(
    site.venues.flatMap(({ halls }) =>
      halls.map(({ slug, seats: count }) => [slug, count] as const),
    ),
  )
  for (const one of items.performances) checkPerformance(one, seats, checker)
  checkHalls(items.performances, checker)
  checkArtists(items.artists, checker)
  checkRepeated('season.yaml', 'artists', single['season.yaml'].artists, checker)
  for (const one of items.courses) {
    checkCourse(one, checker)
    checkRepeated(nameFile('courses', one.slug), 'teachers', one.teachers, checker)
  }
  checkHomeActs(site, checker)
  const files = listFiles(folder)
  for (const [file, data] of files) {
    checkOffsets(file, data, checker)
    checkLinks(file, data, site, checker)
  }
  const lines = faults.list.length > 0 ? new ContentError(faults.list, folder.root).faults : []
  return [...lines, ...describeLanguages(files)]
}
