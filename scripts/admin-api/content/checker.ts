import type { Faults } from './faults.ts'
import type { Noun, SlugIndex } from './index-slugs.ts'
import { ITEM_KINDS, ITEM_TRAITS, nameFile } from './sources.ts'
import { resolveTime } from './times.ts'

const SITE_NOUNS: Partial<Record<Noun, string>> = {
  city: 'cities',
  hall: 'venues',
  genre: 'genres',
  discipline: 'disciplines',
  category: 'course_categories',
}

/** That nothing has this slug, and where it would be. */
export function describeMissing(noun: Noun, slug: string): string {
  const kind = ITEM_KINDS.find((one) => ITEM_TRAITS[one].noun === noun)
  const place = kind ? nameFile(kind, slug) : `a slug under ${SITE_NOUNS[noun]} in site.yaml`
  return `There is no ${noun} "${slug}": it would be ${place}.`
}

/** The questions that checks ask; each adds its fault by itself. */
export interface Checker {
  /** Something of that slug exists; nothing given is fine. */
  refer(file: string, field: string, noun: Noun, slug: string | undefined): void
  /** The moment of a time. One that does not exist is NaN, neither before nor after any other. */
  read(file: string, field: string, expression: string): number
  /** Something that must not be is not. */
  refuse(is: boolean, file: string, field: string, message: string): void
}

export function createChecker(slugs: SlugIndex, firstStart: number, faults: Faults): Checker {
  return {
    refer(file, field, noun, slug) {
      if (slug === undefined || slugs[noun].has(slug)) return
      faults.add(file, field, describeMissing(noun, slug))
    },
    read(file, field, expression) {
      try {
        return resolveTime(expression, firstStart)
      } catch (error) {
        faults.add(file, field, error instanceof Error ? error.message : String(error))
        return Number.NaN
      }
    },
    refuse(is, file, field, message) {
      if (is) faults.add(file, field, message, true)
    },
  }
}
