import type { PerformanceCardContent } from '#content/cards.ts'

/**
 * Which performance stands large beside four small ones: the first that the page has not shown in
 * its hero; the hero's own comes last, so that nobody misses it in the list.
 */
export function arrangeStage(
  performances: PerformanceCardContent[],
  heroHref: string | undefined,
): { large: PerformanceCardContent | undefined; small: PerformanceCardContent[] } {
  const isHero = ({ id }: PerformanceCardContent) => heroHref === `/drama/detail?id=${id}`
  const others = performances.filter((performance) => !isHero(performance))
  const [large, ...rest] = [...others, ...performances.filter(isHero)]
  return { large, small: rest.slice(0, 4) }
}
