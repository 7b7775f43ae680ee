import type { ActivityContent } from '#content/activities.ts'
import { formatPrice, formatRun } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'

/** Lists the key facts of an activity for the head of its page. */
export function listFacts(
  { dates, price_fen, places }: ActivityContent,
  locale: Locale,
  t: Translate,
) {
  const [first] = dates
  const last = dates.at(-1)
  const price = price_fen === 0 ? t('common:free') : formatPrice(price_fen)
  return [
    ...(first && last
      ? [
          {
            label: t('drama:date'),
            value: formatRun({ from: first.starts_at, to: last.starts_at }, locale),
            numeral: true,
          },
          {
            label: t('drama:place'),
            value: `${first.place.city.name} · ${first.place.hall.name}`,
            numeral: false,
          },
        ]
      : []),
    { label: t('activity:places'), value: String(places), numeral: true },
    { label: t('activity:price'), value: price, numeral: price_fen > 0 },
  ]
}
