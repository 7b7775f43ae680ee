import type { IslandPart } from '#i18n/island-areas.ts'
import type { DataOf } from '#api/index.ts'
import { formatShortMoment } from '#i18n/format.ts'

type Show = DataOf<'GET /api/order/door'>['shows'][number]

interface Props extends IslandPart<'door'> {
  shows: readonly Show[]
  showId: number | null
  onChoose: (id: number | null) => void
  onRefresh: () => void
}

/** Radio buttons for the show to verify tickets for, with the number of admitted guests. */
export function ShowPicker({ shows, showId, onChoose, onRefresh, locale, t }: Props) {
  const dayOf = ({ starts_at: at }: Show) => formatShortMoment(at, locale)
  return (
    <section className="door-shows" aria-label={t('door:shows')}>
      <fieldset>
        <legend>{t('door:shows')}</legend>
        {shows.map((show) => (
          <label key={show.show_id}>
            <input
              type="radio"
              name="show"
              checked={show.show_id === showId}
              onChange={() => onChoose(show.show_id)}
            />
            <strong>{show.title}</strong>
            <span className="numeral">{dayOf(show)}</span>
            <small>{show.place.hall.name}</small>
            <span className="door-counts">
              {t('door:counts', { entered: show.entered, sold: show.sold })}
            </span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="show"
            checked={showId === null}
            onChange={() => onChoose(null)}
          />
          <strong>{t('door:shows_any')}</strong>
          <small>{t('door:shows_any_note')}</small>
        </label>
      </fieldset>
      {shows.length === 0 && <p className="door-hint">{t('door:shows_none')}</p>}
      <button type="button" className="button button-quiet" onClick={onRefresh}>
        {t('door:refresh')}
      </button>
    </section>
  )
}
