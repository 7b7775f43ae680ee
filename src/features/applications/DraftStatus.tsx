import type { IslandTexts } from '#i18n/island-areas.ts'
import { useRef, useState } from 'react'
import type { DraftControl } from './use-draft.ts'

/** Formats a time in the device's time zone, because the draft is stored there. */
const formatClock = (time: number): string =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Shows when the draft was saved, and discards it after one confirmation. */
export function DraftStatus({ draft, t }: { draft: DraftControl; t: IslandTexts<'application'> }) {
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
            {t('application:draft_saved', { time: formatClock(savedAt) })}
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
