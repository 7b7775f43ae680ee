import type { IslandProps } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Dialog } from '#features/ui/Dialog.tsx'
import { createResponseOrder } from '#features/ui/response-order.ts'
import { useRestored } from '#features/ui/use-restored.ts'
import { useSession } from '#features/ui/use-session.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { formatDateTime } from '#i18n/format.ts'
import { href } from '#routes.ts'
import { readBookingHash, requestBookedDates } from './request.ts'
import { BookingSheet } from './BookingSheet.tsx'
import { useAccepted } from './use-accepted.ts'
import '#features/forms/forms.css'
import './booking.css'

interface Props extends IslandProps<'booking'> {
  /** The dates of a course that takes applications (`use-accepted.ts`). */
  appliedDates: readonly number[] | null
}

const listButtons = (): HTMLButtonElement[] => [
  ...document.querySelectorAll<HTMLButtonElement>('button[data-book]'),
]
const getId = (button: HTMLElement): number => Number(button.dataset['book'])

/** Links to the application form in the head of the page and its sticky bar; accepted applicants book instead. */
const FORM_LINKS = ':is(.head-action, .sticky-action) a[href*="/course/form?"]'

/** Makes a link to the application form lead to the dates. @returns restores the link */
function replaceFormLink(link: HTMLAnchorElement, label: string): () => void {
  const { href: form, textContent } = link
  const aside = link.closest('aside')
  const name = aside?.getAttribute('aria-label') ?? ''
  link.href = '#dates'
  link.textContent = label
  aside?.setAttribute('aria-label', label)
  return () => {
    link.href = form
    link.textContent = textContent
    aside?.setAttribute('aria-label', name)
  }
}

/**
 * Makes the prerendered dates bookable: their buttons open the booking sheet. The dates stay
 * prerendered, with live availability.
 */
export function BookingDates({ locale, messages, appliedDates }: Props) {
  const t = useTexts(messages)
  const [dateId, setDateId] = useState<number | null>(null)
  const booked = useBooked()
  const [isDone, setDone] = useState(false)

  const isAccepted = useAccepted(appliedDates)
  const bookLabel = t('booking:book')
  useEffect(() => {
    for (const button of listButtons()) button.hidden = !isAccepted
    for (const element of document.querySelectorAll<HTMLElement>('[data-until-accepted]')) {
      element.hidden = isAccepted
    }
    if (!isAccepted) return undefined
    const undo = [...document.querySelectorAll<HTMLAnchorElement>(FORM_LINKS)].map((link) =>
      replaceFormLink(link, bookLabel),
    )
    return () => undo.forEach((restore) => restore())
  }, [isAccepted, bookLabel])
  useEffect(() => {
    const open = (event: Event) => setDateId(getId(event.currentTarget as HTMLButtonElement))
    const all = listButtons()
    for (const button of all) button.addEventListener('click', open)
    // Reopens the sheet after a login.
    const timer = setTimeout(() => {
      const returnedId = readBookingHash(location.hash)
      if (returnedId === null || !all.some((button) => getId(button) === returnedId)) return
      history.replaceState(history.state, '', location.pathname + location.search)
      setDateId(returnedId)
    })
    return () => {
      clearTimeout(timer)
      for (const button of all) button.removeEventListener('click', open)
    }
  }, [])

  const label = t('booking:booked')
  useEffect(() => {
    const marked = listButtons().filter((button) => booked.includes(getId(button)))
    const undo = marked.map((button) => {
      const name = button.getAttribute('aria-label') ?? ''
      button.textContent = label
      const date = button.closest('li')?.querySelector('time')?.dateTime
      if (date) button.setAttribute('aria-label', `${label} ${formatDateTime(date, locale)}`)
      button.dataset['booked'] = ''
      return () => {
        button.textContent = bookLabel
        button.setAttribute('aria-label', name)
        delete button.dataset['booked']
      }
    })
    return () => undo.forEach((restore) => restore())
  }, [booked, label, bookLabel, locale])

  function finish(): void {
    setDateId(null)
    setDone(true)
  }

  if (isDone) {
    return (
      <Dialog
        title={t('booking:booked')}
        closeLabel={t('booking:close')}
        onClose={() => setDone(false)}
      >
        <p className="dialog-text" aria-live="polite">
          {t('booking:done')}
        </p>
        <div className="dialog-actions">
          <a className="button" href={href('/order/course', locale)}>
            {t('booking:see_order')}
          </a>
          <button type="button" className="button button-quiet" onClick={() => setDone(false)}>
            {t('booking:close')}
          </button>
        </div>
      </Dialog>
    )
  }
  if (dateId === null) return null
  return (
    <BookingSheet
      key={dateId}
      dateId={dateId}
      onBooked={finish}
      onClose={() => setDateId(null)}
      locale={locale}
      t={t}
    />
  )
}

const NONE: readonly number[] = []

/** The ids of the course dates that this member has booked; requested again after each visit to a booking sheet. */
function useBooked(): readonly number[] {
  const isMember = useSession().status === 'member'
  const [booked, setBooked] = useState(NONE)
  const [order] = useState(createResponseOrder)

  function load(): void {
    const apply = order.begin()
    // Without a response, the sheet of a booked date still links to its order.
    requestBookedDates().then(
      (ids) => ids && apply() && setBooked(ids),
      () => undefined,
    )
  }
  const reload = useEffectEvent(load)
  useEffect(() => {
    if (!isMember) return
    reload()
    const listen = () => reload()
    addEventListener('availabilitychange', listen)
    return () => removeEventListener('availabilitychange', listen)
  }, [isMember])
  useRestored(() => isMember && load())

  return isMember ? booked : NONE
}
