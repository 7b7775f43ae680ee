import type { IslandPart } from '#i18n/island-areas.ts'
import { useRef, useState } from 'react'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import type { DraftControl } from './use-draft.ts'

/**
 * Formats when a draft was saved, with the date unless that was today. Uses the device's time zone, because
 * the draft is stored there.
 */
export function formatSavedAt(time: number, locale: Locale, now = new Date()): string {
  const date = new Date(time)
  const isToday = date.toDateString() === now.toDateString()
  return date.toLocaleString(LOCALE_TRAITS[locale].format, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

interface Props extends IslandPart<'application'> {
  draft: DraftControl
}

/** Shows when the draft was saved, and discards it after one confirmation. */
export function DraftStatus({ draft, locale, t }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [announcement, announce] = useState('')
  const container = useRef<HTMLDivElement>(null)
  const { savedAt, isOff, isRestored } = draft

  /** The focused button has unmounted: moves the focus to the container. */
  const close = (text: string) => {
    setAsking(false)
    announce(text)
    container.current?.focus()
  }

  return (
    <div className="draft-status" ref={container} tabIndex={-1}>
      <p>
        {isOff && t('application:draft_off')}
        {!isOff && savedAt === null && t('application:draft_none')}
        {!isOff && savedAt !== null && (
          <>
            {t('application:draft_saved', { time: formatSavedAt(savedAt, locale) })}
            {isRestored && <span className="restored">{t('application:draft_restored')}</span>}
          </>
        )}
      </p>
      {isAsking ? (
        <div className="sure">
          <p>{t('application:draft_clear_sure')}</p>
          <button
            type="button"
            className="text-button"
            onClick={() => {
              void draft.clear().then(() => close(t('application:draft_cleared')))
            }}
          >
            {t('application:draft_clear_yes')}
          </button>
          <button type="button" className="text-button" onClick={() => close('')}>
            {t('application:draft_clear_no')}
          </button>
        </div>
      ) : (
        <button
          type="button"
          className="text-button"
          hidden={savedAt === null}
          onClick={() => {
            announce('')
            setAsking(true)
          }}
        >
          {t('application:draft_clear')}
        </button>
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}
