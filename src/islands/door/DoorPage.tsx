import { useState } from 'react'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { CameraView } from './CameraView.tsx'
import { NoRight } from './NoRight.tsx'
import { OtherWays, useWedge } from './OtherWays.tsx'
import { ScanLog } from './ScanLog.tsx'
import { Shows } from './Shows.tsx'
import { wakeSound } from './signal.ts'
import type { DoorMessages, DoorPart, DoorTexts } from './texts.ts'
import { useDoor } from './use-door.ts'
import { useDoorShows } from './use-door-shows.ts'
import { VerdictScreen } from './VerdictScreen.tsx'
import './door.css'

interface Props {
  locale: Locale
  messages: DoorMessages
}

/** The door: reads tickets by camera, photo, scanner or hand, and says what the server says. */
export function DoorPage({ locale, messages }: Props) {
  const t = createTexts(messages)
  return (
    <MemberGate t={t} skeleton={<DoorSkeleton t={t} />}>
      <Door locale={locale} t={t} />
    </MemberGate>
  )
}

const DoorSkeleton = ({ t }: { t: DoorTexts }) => (
  <div className="door" aria-busy="true">
    <output className="visually-hidden">{t('door:loading')}</output>
    <div className="door-camera is-waiting" aria-hidden="true" />
  </div>
)

function Door(part: DoorPart) {
  const { t } = part
  const [house, refresh] = useDoorShows()
  if (house.status === 'loading') return <DoorSkeleton t={t} />
  if (house.status === 'refused') return <NoRight t={t} onRetry={refresh} />
  return <Scanning house={house} refresh={refresh} {...part} />
}

interface ScanningProps extends DoorPart {
  house: ReturnType<typeof useDoorShows>[0]
  refresh: () => void
}

function Scanning({ house, refresh, ...part }: ScanningProps) {
  const { t } = part
  // With one show tonight there is nothing to choose.
  const [showId, setShowId] = useState(
    house.shows.length === 1 ? (house.shows[0]?.show_id ?? null) : null,
  )
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
        <OtherWays t={t} onCode={take} />
      </div>
      <div className="door-side">
        {house.status === 'failed' && <p className="door-fault">{t('door:shows_failed')}</p>}
        <Shows
          shows={house.shows}
          showId={showId}
          onChoose={setShowId}
          onRefresh={refresh}
          {...part}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={isLoud}
          onClick={() => {
            wakeSound()
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
