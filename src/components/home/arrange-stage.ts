import type { PerformanceCardContent } from '#content/cards.ts'

/**
 * Chooses one large and up to four small performances. The large one is the first that is not in the hero;
 * the performance of the hero comes last.
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
