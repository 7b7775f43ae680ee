import type { Checker } from './checker.ts'
import type { ContentFolder } from './read-folder.ts'
import { formatCount } from '../../lib/format-count.ts'
import { nameFile } from './sources.ts'

type Performance = ContentFolder['items']['performances'][number]

function checkShows(
  performance: Performance,
  file: string,
  { requireSlug, readTime, refuseIf }: Checker,
) {
  const tiers = performance.tiers.length
  for (const [index, show] of performance.shows.entries()) {
    const field = `shows.${index}`
    requireSlug(file, `${field}.hall`, 'hall', show.hall)
    readTime(file, `${field}.starts`, show.starts)
    for (const list of ['stock', 'sold'] as const) {
      const message = `Expected ${formatCount(tiers, 'number')}, one for each tier.`
      refuseIf(show[list].length !== tiers, file, `${field}.${list}`, message)
    }
    const isOversold = show.sold.some((sold, tier) => sold > (show.stock[tier] ?? 0))
    refuseIf(isOversold, file, `${field}.sold`, 'More are sold than there is stock.')
  }
}

export function checkPerformances({ items }: ContentFolder, checker: Checker): void {
  const { requireSlug, readTime, refuseIf } = checker
  for (const performance of items.performances) {
    const file = nameFile('performances', performance.slug)
    requireSlug(file, 'genre', 'genre', performance.genre)
    for (const field of ['cast', 'creatives'] as const) {
      for (const [index, person] of performance[field].entries()) {
        requireSlug(file, `${field}.${index}.artist`, 'artist', person.artist)
      }
    }
    const members = readTime(file, 'member_sale_starts', performance.member_sale_starts)
    const everyone = readTime(file, 'sale_starts', performance.sale_starts)
    refuseIf(
      members > everyone,
      file,
      'sale_starts',
      'The sale for everyone must not start before that for members.',
    )
    checkShows(performance, file, checker)
  }
}
