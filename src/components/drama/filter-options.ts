import type { PerformanceCard, Show } from '#api/perform.ts'
import { listOptions } from '#components/section/list-options.ts'
import type { FilterShow } from '#content/show-filter.ts'
import { formatMonth, formatPrice, formatYear } from '#i18n/format.ts'
import { formatMonthOfYear } from '#i18n/format-month-of-year.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'

const YUAN = 100
/** Price limits to choose from, in yuan. */
const LIMITS = [50, 80, 100, 150, 200, 300, 500, 800, 1200]
const MAX_LIMITS = 3

/** Chooses price limits in fen, each of which matches more performances than the one before, but not all. */
export function choosePriceLimits(pricesFen: readonly number[]): number[] {
  const passing = (limit: number) => pricesFen.filter((price) => price <= limit).length
  return LIMITS.map((limit) => limit * YUAN)
    .filter((limit, index, limits) => {
      const before = index === 0 ? 0 : passing(limits[index - 1] ?? 0)
      return passing(limit) > before && passing(limit) < pricesFen.length
    })
    .slice(0, MAX_LIMITS)
}

type FilterCard = Pick<PerformanceCard, 'cities' | 'genre' | 'price_from_fen'>

function listMonths(shows: readonly FilterShow[], locale: Locale, today: string) {
  const months = new Map(shows.map(({ day, startsAt }) => [day.slice(0, 7), startsAt]))
  return [...months]
    .filter(([month]) => month >= today.slice(0, 7))
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([month, time]) => {
      const isThisYear = formatYear(time) === today.slice(0, 4)
      return { value: month, label: (isThisYear ? formatMonth : formatMonthOfYear)(time, locale) }
    })
}

const FEATURES: Show['features'] = ['captioned', 'relaxed', 'talk']

/**
 * Lists the filters of performances, without those that would have only one option.
 * @param today ISO day at the venue
 */
export function listShowFilters(
  cards: readonly FilterCard[],
  shows: readonly FilterShow[],
  { locale, t, today }: { locale: Locale; t: Translate; today: string },
) {
  const prices = cards.flatMap(({ price_from_fen: price }) => price ?? [])
  return [
    {
      name: 'date',
      label: t('drama:date'),
      any: t('drama:filter_any_date'),
      options: [
        { value: 'week', label: t('drama:filter_week') },
        { value: 'weekend', label: t('drama:filter_weekend') },
        ...listMonths(shows, locale, today),
      ],
    },
    {
      name: 'genre',
      label: t('drama:filter_genre'),
      any: t('drama:filter_any_genre'),
      options: listOptions(cards.map(({ genre }) => genre)),
    },
    {
      name: 'city',
      label: t('drama:filter_city'),
      any: t('drama:filter_any_city'),
      options: listOptions(cards.flatMap(({ cities }) => cities)),
    },
    {
      name: 'feature',
      label: t('drama:filter_feature'),
      any: t('drama:filter_any_feature'),
      options: FEATURES.filter((feature) =>
        shows.some(({ day, features }) => day >= today && features.includes(feature)),
      ).map((value) => ({ value, label: t(`tickets:feature_${value}`) })),
    },
    {
      name: 'price',
      label: t('drama:price'),
      any: t('drama:filter_any_price'),
      options: choosePriceLimits(prices).map((limit) => ({
        value: String(limit),
        label: t('drama:filter_up_to', { price: formatPrice(limit) }),
      })),
    },
  ].filter(({ name, options }) => options.length > (name === 'price' || name === 'feature' ? 0 : 1))
}
