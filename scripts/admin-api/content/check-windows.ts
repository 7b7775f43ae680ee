import type { Checker } from './checker.ts'
import type { ContentFolder } from './read-folder.ts'
import { ITEM_KINDS, nameFile } from './sources.ts'
import type { Window } from './visibility.ts'

function checkWindow(
  item: Window,
  file: string,
  prefix: string,
  { readTime, refuseIf }: Checker,
): void {
  const { published_at, expires_at } = item
  const from =
    published_at === undefined ? -Infinity : readTime(file, `${prefix}published_at`, published_at)
  if (expires_at === undefined) return
  const until = readTime(file, `${prefix}expires_at`, expires_at)
  refuseIf(until <= from, file, `${prefix}expires_at`, 'This time must be after published_at.')
}

/** Checks the publication periods of items and banners. */
export function checkWindows({ single, items }: ContentFolder, checker: Checker): void {
  for (const kind of ITEM_KINDS) {
    for (const item of items[kind]) checkWindow(item, nameFile(kind, item.slug), '', checker)
  }
  for (const [index, banner] of single['banners.yaml'].banners.entries()) {
    checkWindow(banner, 'banners.yaml', `banners.${index}.`, checker)
  }
}
