import { inTimeZone } from '../venue-time.ts'
import { checkActivities, checkCourses, checkPerformances } from './check-items.ts'
import { createChecker, describeMissing, type Checker } from './checker.ts'
import type { Faults } from './faults.ts'
import type { ContentBlock } from './format/blocks.ts'
import type { Noun, SlugIndex } from './index-slugs.ts'
import { readParagraphs } from './inline.ts'
import { findLinkFault, listLinks } from './links.ts'
import { listIds } from './list-ids.ts'
import type { ContentFolder } from './read-folder.ts'
import { ITEM_KINDS, listFiles, nameFile, visitTexts } from './sources.ts'
import type { Window } from './visibility.ts'

/** Checks that ids are unique within each kind, over all files: orders and URLs refer to them. */
function checkIds(folder: ContentFolder, faults: Faults): void {
  const seen = new Map<string, string>()
  for (const { kind, file, field, id } of listIds(folder)) {
    if (id === 0) continue
    const key = `${kind} ${id}`
    const other = seen.get(key)
    if (other !== undefined) {
      faults.add(
        file,
        field,
        `The ${kind} in ${other} also has the id ${id}. Leave "id" out: the import assigns one.`,
      )
    }
    seen.set(key, file)
  }
}

/** Fields of blocks whose texts may have inline markup. */
const FORMATTED: Partial<Record<ContentBlock['type'], RegExp>> = {
  paragraph: /^text\./,
  image_text: /^text\./,
  list: /^items\./,
  nested_list: /\.text\.[^.]+$/,
  table: /^(?:head|rows)\./,
}

/** Checks that texts with inline markup can be parsed and their links are allowed. */
function checkInline(folder: ContentFolder, faults: Faults): void {
  function check(file: string, field: string, text: string) {
    try {
      readParagraphs(text)
    } catch (error) {
      faults.add(file, field, error instanceof Error ? error.message : String(error))
    }
  }

  for (const [field, text] of visitTexts(folder.single['site.yaml'].foot_content, 'foot_content')) {
    check('site.yaml', field, text)
  }
  for (const [file, data] of listFiles(folder)) {
    for (const [index, block] of 'body' in data ? data.body.entries() : []) {
      for (const [field, text] of visitTexts(block)) {
        if (FORMATTED[block.type]?.test(field)) check(file, `body.${index}.${field}`, text)
      }
    }
  }
}

/** The fields with the slug of another item or of an entry of `site.yaml`; they mean the same in every file. */
const REFERENCES = new Map<string, Noun>([
  ['city', 'city'],
  ['default_city', 'city'],
  ['hall', 'hall'],
  ['genre', 'genre'],
  ['discipline', 'discipline'],
  ['category', 'category'],
  ['artist', 'artist'],
  ['artists', 'artist'],
  ['teacher', 'artist'],
  ['teachers', 'artist'],
  ['performance', 'performance'],
  ['course', 'course'],
])

/** Lists the slugs by which a file refers to other items and to entries of `site.yaml`. */
export const listReferences = (data: unknown): { noun: Noun; slug: string; field: string }[] =>
  [...visitTexts(data)].flatMap(([field, slug]) => {
    // `teachers.0` is an entry of the field `teachers`.
    const [, name = ''] = /([^.]+)(?:\.\d+)?$/.exec(field) ?? []
    const noun = REFERENCES.get(name)
    return noun ? [{ noun, slug, field }] : []
  })

/** Checks that every link within the site leads to an existing page, and that referenced items and entries exist. */
function checkTargets(folder: ContentFolder, slugs: SlugIndex, faults: Faults): void {
  for (const [file, data] of listFiles(folder)) {
    for (const [field, href] of listLinks(data)) {
      const fault = findLinkFault(href, slugs)
      if (fault !== null) faults.add(file, field, `Link to ${href}: ${fault}`)
    }
    for (const { noun, slug, field } of listReferences(data)) {
      if (!slugs[noun].has(slug)) faults.add(file, field, describeMissing(noun, slug))
    }
  }
}

/** Checks the publication periods of items and banners. */
function checkWindows(folder: ContentFolder, { readTime, reportIf }: Checker): void {
  function check(file: string, prefix: string, { published_at: from, expires_at: until }: Window) {
    if (from === undefined || until === undefined) return
    const isEmpty = readTime(until) <= readTime(from)
    reportIf(isEmpty, file, `${prefix}expires_at`, 'This time must be after published_at.')
  }

  for (const kind of ITEM_KINDS) {
    for (const item of folder.items[kind]) check(nameFile(kind, item.slug), '', item)
  }
  for (const [index, banner] of folder.single['banners.yaml'].banners.entries()) {
    check('banners.yaml', `banners.${index}.`, banner)
  }
}

/** Checks rules that involve several fields or files: references, numbers of places, order of times. */
export function checkContent(
  folder: ContentFolder,
  slugs: SlugIndex,
  firstStart: number,
  faults: Faults,
): void {
  const checker = createChecker(firstStart, faults)
  checkIds(folder, faults)
  checkInline(folder, faults)
  checkTargets(folder, slugs, faults)
  inTimeZone(folder.single['site.yaml'].time_zone, () => {
    checkPerformances(folder, checker)
    checkCourses(folder, checker)
    checkActivities(folder, checker)
    checkWindows(folder, checker)
  })
}
