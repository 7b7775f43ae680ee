import { CallFailure } from '#features/ui/CallFailure.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Order } from '#api/order.ts'
import { readOrderEvent } from '#calendar-file/order-event.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'
import { $site } from '#stores/site.ts'
import { isUpcoming } from './upcoming.ts'

// Loaded before the click if possible, so that the browser accepts the download as part of the click.
const loadEntry = () => import('./calendar-entry.ts')
const prepare = (): void => void loadEntry().catch(() => {})

interface Props {
  order: Order
  label: string
  className: string
  locale: Locale
  t: Translate<'errors'>
}

/** Saves the calendar entry of an order with a coming event; offline it shows why that failed. */
export function CalendarButton({ order, label, className, locale, t }: Props) {
  const { site } = useStore($site)
  const [hasFailed, setFailed] = useState(false)

  async function save(): Promise<void> {
    const entry = await loadEntry().catch(() => null)
    setFailed(entry === null)
    const siteName = site?.name ?? null
    const text = entry?.writeCalendarEntry(order, { url: location.href, siteName, locale })
    if (entry && text) entry.saveCalendar(text, order.order_no)
  }

  if (!isUpcoming(order) || readOrderEvent(order) === null) return null
  return (
    <>
      <button
        type="button"
        className={className}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void save()}
      >
        {label}
      </button>
      <CallFailure reason={hasFailed && t('errors:network')} />
    </>
  )
}
