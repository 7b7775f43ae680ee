import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { closeCamera, openCamera, readFault, type Camera, type CameraFault } from './camera.ts'
import { createDetector, readCode } from './detector.ts'
import { unlockAudio } from './signal.ts'

interface Props {
  t: IslandTexts<'door'>
  onCode: (code: string) => void
}

const SCAN_INTERVAL_MS = 150

/** The view of the rear camera, which a tap starts, and the reader of its codes. */
export function CameraView({ t, onCode }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const [camera, setCamera] = useState<Camera>({ status: 'off' })
  const isLive = camera.status === 'live'
  const emitCode = useEffectEvent(onCode)

  useEffect(() => {
    if (!isLive) return undefined
    const controller = new AbortController()
    async function scan(): Promise<void> {
      const detector = await createDetector()
      const element = video.current
      if (!detector || !element) return
      while (!controller.signal.aborted) {
        if (element.readyState >= element.HAVE_CURRENT_DATA) {
          const code = await readCode(detector, element)
          if (code !== null && !controller.signal.aborted) emitCode(code)
        }
        await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS))
      }
    }
    void scan()
    return () => controller.abort()
  }, [isLive])

  useEffect(() => () => closeCamera(stream.current), [])

  async function start(): Promise<void> {
    if (camera.status === 'starting') return
    unlockAudio()
    setCamera({ status: 'starting' })
    if ((await createDetector()) === null) {
      return setCamera({ status: 'failed', fault: 'unsupported' })
    }
    try {
      const opened = await openCamera()
      const element = video.current
      // The page was left during the permission prompt.
      if (!element) return closeCamera(opened)
      stream.current = opened
      // Another app has taken the camera, or it was unplugged; `stop` causes no event.
      opened
        .getVideoTracks()[0]
        ?.addEventListener('ended', () => setCamera({ status: 'failed', fault: 'stopped' }))
      element.srcObject = opened
      await element.play()
      setCamera({ status: 'live' })
    } catch (error) {
      closeCamera(stream.current)
      setCamera({ status: 'failed', fault: readFault(error) })
    }
  }

  function stop(): void {
    closeCamera(stream.current)
    setCamera({ status: 'off' })
  }

  return (
    <div className="door-camera" data-status={camera.status}>
      <video ref={video} muted playsInline aria-hidden="true" />
      {camera.status === 'failed' && <CameraFailure fault={camera.fault} t={t} />}
      {isLive && <p className="door-aim">{t('door:camera_live')}</p>}
      <button
        type="button"
        className={isLive ? 'button button-quiet' : 'button'}
        aria-busy={camera.status === 'starting' || undefined}
        onClick={() => (isLive ? stop() : void start())}
      >
        {t(LABELS[camera.status])}
      </button>
    </div>
  )
}

const LABELS = {
  off: 'door:camera_start',
  starting: 'door:camera_starting',
  live: 'door:camera_stop',
  failed: 'door:camera_start',
} as const satisfies Record<Camera['status'], string>

function CameraFailure({ fault, t }: { fault: CameraFault; t: IslandTexts<'door'> }) {
  if (fault !== 'denied') {
    return (
      <p className="notice door-fault" role="alert">
        {t(`door:camera_${fault}`)}
      </p>
    )
  }
  return (
    <div className="notice door-fault" role="alert">
      <p>{t('door:camera_denied')}</p>
      <ol>
        <li>{t('door:camera_denied_1')}</li>
        <li>{t('door:camera_denied_2')}</li>
        <li>{t('door:camera_denied_3')}</li>
      </ol>
    </div>
  )
}
