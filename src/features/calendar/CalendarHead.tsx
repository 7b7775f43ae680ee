import type { Ref } from '#api/primitives.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { formatMonth, formatYear } from '#i18n/format.ts'
import { SegmentedControl } from '#features/ui/SegmentedControl.tsx'
import type { Kind } from './address.ts'
import { getMonth, getNoon, shiftMonth } from './months.ts'
import type { PartProps } from './use-calendar.ts'
import './calendar-head.css'

interface Props extends PartProps {
  cities: Ref[]
  kinds: Kind[]
}

/** The month as title, with navigation and filters. */
export function CalendarHead({ calendar, locale, t, cities, kinds }: Props) {
  const { month, today, filter, chooseMonth, choose, setFilter } = calendar
  const noon = getNoon(`${month}-01`)
  const year = formatYear(noon)
  const hasLatinLine = LOCALE_TRAITS[locale].script === 'han'
  return (
    <header className="calendar-head">
      <p className="numeral month-number" aria-hidden="true">
        {month.slice(5)}
      </p>
      <div className="month-name">
        <h2>
          {formatMonth(noon, locale)}
          {hasLatinLine && <span className="visually-hidden"> {year}</span>}
        </h2>
        <p className="latin" lang="en">
          {hasLatinLine && `${formatMonth(noon, 'en')} `}
          {year}
        </p>
      </div>
      <fieldset className="turn">
        <legend className="visually-hidden">{t('calendar:browse')}</legend>
        <button
          type="button"
          aria-label={t('calendar:previous_month')}
          onClick={() => chooseMonth(shiftMonth(month, -1))}
        >
          <span aria-hidden="true">←</span>
        </button>
        <button
          type="button"
          onClick={() => choose(today)}
          aria-current={month === getMonth(today) ? 'date' : undefined}
        >
          {t('calendar:today')}
        </button>
        <button
          type="button"
          aria-label={t('calendar:next_month')}
          onClick={() => chooseMonth(shiftMonth(month, 1))}
        >
          <span aria-hidden="true">→</span>
        </button>
      </fieldset>
      {cities.length > 1 && (
        <label className="city">
          <span className="visually-hidden">{t('calendar:city')}</span>
          <select
            value={filter.city ?? ''}
            onChange={({ target }) =>
              setFilter({ city: target.value ? Number(target.value) : null })
            }
          >
            <option value="">{t('calendar:all_cities')}</option>
            {cities.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {kinds.length > 1 && (
        <SegmentedControl
          legend={t('calendar:kind')}
          name="kind"
          value={filter.kind}
          onChange={(kind) => setFilter({ kind })}
          options={[
            { value: 'all' as const, label: t('calendar:all') },
            ...kinds.map((kind) => ({ value: kind, label: t(`calendar:${kind}`) })),
          ]}
        />
      )}
    </header>
  )
}
