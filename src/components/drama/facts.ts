import type { PerformanceContent } from '#content/performances.ts'
import { formatPrice, formatRun } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'

/** Lists the key facts of a performance for the head of its page. */
export function listFacts(performance: PerformanceContent, locale: Locale, t: Translate) {
  const { run, duration_min, halls, tiers } = performance
  const prices = tiers.map(({ price_fen }) => price_fen)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const range =
    low === high ? formatPrice(low) : `${formatPrice(low)} — ${formatPrice(high).slice(1)}`
  const [hall] = halls
  return [
    ...(run ? [{ label: t('drama:date'), value: formatRun(run, locale), numeral: true }] : []),
    {
      label: t('drama:duration'),
      value: t('common:minutes', { count: duration_min }),
      numeral: true,
    },
    ...(hall
      ? [
          {
            label: t('drama:place'),
            value: halls.length > 1 ? t('drama:multiple_halls', { hall: hall.name }) : hall.name,
            numeral: false,
          },
        ]
      : []),
    ...(prices.length > 0 ? [{ label: t('drama:price'), value: range, numeral: true }] : []),
  ]
}
