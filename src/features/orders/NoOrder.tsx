import type { IslandPart } from '#i18n/island-areas.ts'
import { href } from '#routes.ts'

/** For numbers that do not exist, and for those of others: nobody learns which of the two. */
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
