import type { IslandPart, IslandProps, IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { formatShortMoment } from '#i18n/format.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { CameraView } from './CameraView.tsx'
import { ManualEntry, useWedge } from './ManualEntry.tsx'
import { ScanLog } from './ScanLog.tsx'
import { unlockAudio } from './signal.ts'
import { useDoor, useDoorShows, type DoorShows } from './use-door.ts'
import { VerdictScreen } from './VerdictScreen.tsx'
import './door.css'
import './verdict.css'

/**
 * The admission page: reads tickets by camera, photo, scanner or keyboard, and shows the server's
 * verdict.
 */
export function DoorPage({ locale, messages }: IslandProps<'door'>) {
  const t = useTexts(messages)
  return (
    <MemberGate t={t} skeleton={<Skeleton t={t} />}>
      <Door locale={locale} t={t} />
    </MemberGate>
  )
}

const Skeleton = ({ t }: { t: IslandTexts<'door'> }) => (
  <div className="door" aria-busy="true">
    <output className="visually-hidden">{t('door:loading')}</output>
    <div className="door-camera skeleton-block" aria-hidden="true" />
  </div>
)

function Door(part: IslandPart<'door'>) {
  const { t } = part
  const { state, refresh } = useDoorShows()
  if (state.status === 'loading') return <Skeleton t={t} />
  if (state.status === 'refused') {
    return <NoPermission command={state.command} t={t} onRetry={refresh} />
  }
  return <Scanning state={state} refresh={refresh} {...part} />
}

interface ScanningProps extends IslandPart<'door'> {
  state: DoorShows
  refresh: () => void
}

function Scanning({ state, refresh, ...part }: ScanningProps) {
  const { t } = part
  // A single show is preselected.
  const [chosenId, setChosenId] = useState(
    state.shows.length === 1 ? (state.shows[0]?.show_id ?? null) : null,
  )
  // The list omits shows that have ended.
  const showId = state.shows.some(({ show_id: id }) => id === chosenId) ? chosenId : null
  const [isLoud, setLoud] = useState(true)
  const { phase, log, take, again, next, undo } = useDoor({ showId, isLoud, onJudged: refresh })
  useWedge(take)

  return (
    <div className="door">
      <div className="door-main">
        <CameraView t={t} onCode={take} />
        <output className="door-checking">
          {phase.status === 'checking' && t('door:checking')}
        </output>
        <ManualEntry t={t} onCode={take} />
      </div>
      <div className="door-side">
        {state.status === 'failed' && <p className="notice door-fault">{t('door:shows_failed')}</p>}
        <ShowPicker
          shows={state.shows}
          showId={showId}
          onChoose={setChosenId}
          onRefresh={refresh}
          {...part}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={isLoud}
          onClick={() => {
            unlockAudio()
            setLoud(!isLoud)
          }}
        >
          {t(isLoud ? 'door:sound_on' : 'door:sound_off')}
        </button>
        <ScanLog log={log} onUndo={undo} {...part} />
      </div>
      {phase.status === 'judged' && (
        <VerdictScreen
          key={`${phase.scan.nonce} ${phase.scan.at}`}
          scan={phase.scan}
          onNext={next}
          onAgain={() => again(phase.scan)}
          {...part}
        />
      )}
    </div>
  )
}

interface NoPermissionProps {
  /** The command that grants the permission on a test installation; null elsewhere. */
  command: string | null
  t: IslandTexts<'door'>
  onRetry: () => void
}

/** Shown to accounts without the permission to verify tickets: explains how to get it. */
function NoPermission({ command, t, onRetry }: NoPermissionProps) {
  return (
    <div className="door-refused" role="alert">
      <h2>{t('door:no_right')}</h2>
      <p>{t('door:no_right_text')}</p>
      {command !== null && (
        <>
          <p>{t('door:no_right_command')}</p>
          <pre>
            <code>{command}</code>
          </pre>
        </>
      )}
      <button type="button" className="button" onClick={onRetry}>
        {t('door:no_right_again')}
      </button>
    </div>
  )
}

interface ShowPickerProps extends IslandPart<'door'> {
  shows: DoorShows['shows']
  showId: number | null
  onChoose: (id: number | null) => void
  onRefresh: () => void
}

/** Radio buttons for the show to verify tickets for, with the number of admitted guests. */
function ShowPicker({ shows, showId, onChoose, onRefresh, locale, t }: ShowPickerProps) {
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
            <span className="numeral">{formatShortMoment(show.starts_at, locale)}</span>
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
