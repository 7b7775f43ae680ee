import type { IslandTexts } from '#i18n/island-areas.ts'
import type { ApplyInfo } from '#api/application.ts'
import { formatMoment, formatZoneName } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'

interface Props {
  kind: 'course' | 'activity'
  info: ApplyInfo & { state: 'not_started' | 'full' | 'ended' }
  locale: Locale
  t: IslandTexts<'application'>
}

/** Applications are closed: the reason, the period and a link to alternatives. */
export function Closed({ kind, info, locale, t }: Props) {
  const { state, subject, opens_at: opensAt, closes_at: closesAt } = info
  const moment = state === 'not_started' ? opensAt : closesAt
  const time = formatMoment(moment, locale)
  const zone = formatZoneName(moment, locale)
  const item = href(kind === 'course' ? '/course/detail' : '/course/activity', locale, subject)
  const list = href(kind === 'course' ? '/course/home' : '/course/activity', locale)
  return (
    <section className="application-state">
      <h2>{t(`application:${state}_title`)}</h2>
      <p className="lead">{t(`application:${state}_text`, { time, zone })}</p>
      <p className="ways">
        <button type="button" className="button" disabled>
          {t(`application:button_${state}`)}
        </button>
        <a className="quiet-link" href={item}>
          {t(`application:back_${kind}`)}
        </a>
        <a className="quiet-link" href={list}>
          {t(`application:others_${kind}`)}
        </a>
      </p>
    </section>
  )
}
