import type { IslandPart } from '#i18n/island-areas.ts'
import { formatDateTime } from '#i18n/format.ts'
import type { Eligibility } from './request.ts'

/** Until when a booking can be cancelled, in words. Close to the start, it cannot. */
export function describeCancellation(
  { cancel_until, server_time }: Pick<Eligibility, 'cancel_until' | 'server_time'>,
  { locale, t }: IslandPart<'booking'>,
): string {
  if (Date.parse(cancel_until) <= Date.parse(server_time)) return t('booking:cancel_passed')
  return t('booking:cancel_until', { time: formatDateTime(cancel_until, locale) })
}
