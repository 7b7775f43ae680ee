import type { IslandPart } from '#i18n/island-areas.ts'
import { href } from '#routes.ts'

/** Shown for unknown orders and those of other members, without revealing which of the two applies. */
export function NoOrder({ locale, t }: IslandPart<'order'>) {
  return (
    <div className="no-orders" role="alert">
      <h2>{t('order:unknown_title')}</h2>
      <p>{t('order:unknown_text')}</p>
      <a className="button" href={href('/order/list', locale)}>
        {t('order:unknown_way')}
      </a>
    </div>
  )
}
