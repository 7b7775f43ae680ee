import type { PerformanceContent } from '#content/performances.ts'
import type { Translate } from '#i18n/messages.ts'

/** Lists the intervals and the suggested age of a performance; a minimum age of 0 suggests none. */
export function listVisitNotes(
  { intermissions, age_min }: Pick<PerformanceContent, 'intermissions' | 'age_min'>,
  t: Translate,
): string[] {
  const intervals =
    [t('drama:intermissions_0'), t('drama:intermissions_1'), t('drama:intermissions_2')][
      intermissions
    ] ?? t('drama:intermissions', { count: intermissions })
  return age_min > 0 ? [intervals, t('drama:age', { age: age_min })] : [intervals]
}
