import type { Fault, Faults } from './faults.ts'
import type { Noun } from './index-slugs.ts'
import { ITEM_TRAITS, listParts } from './parts.ts'
import { ITEM_KINDS, nameFile } from './sources.ts'
import { resolveTime } from './times.ts'

/** A message that an item does not exist, and where it would be defined. */
export function describeMissing(noun: Noun, slug: string): string {
  const kind = ITEM_KINDS.find((one) => ITEM_TRAITS[one].noun === noun)
  // Halls are listed under their venues.
  const list = listParts('site.yaml').find((part) => part.kind === noun)?.list ?? 'venues'
  const place = kind ? nameFile(kind, slug) : `a slug under ${list} in site.yaml`
  return `There is no ${noun} "${slug}": it would be ${place}.`
}

/** Whether a fault is a reference to an entry that `site.yaml` does not have. */
export const isMissingInSite = ({ message }: Fault): boolean => message.endsWith(' in site.yaml.')

/** Creates checks of single fields; a failed check adds a fault. */
export function createChecker(firstStart: number, faults: Faults) {
  return {
    /** The time of an expression in epoch ms. */
    readTime: (expression: string): number => resolveTime(expression, firstStart),
    /** Adds a fault if the condition is true. */
    reportIf(condition: boolean, file: string, field: string, message: string): void {
      if (condition) faults.add(file, field, message, true)
    },
  }
}

export type Checker = ReturnType<typeof createChecker>
