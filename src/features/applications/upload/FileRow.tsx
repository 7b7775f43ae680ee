import { useEffect, useRef } from 'react'
import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'
import type { UploadKind } from '#api/upload.ts'
import type { Transfer } from '#stores/transfer.ts'
import { formatBytes } from './format-size.ts'
import type { UploadControl } from './use-upload.ts'

interface Props {
  transfer: Transfer & { file: File }
  control: Pick<UploadControl, 'pause' | 'resume' | 'remove'>
  kind: UploadKind
  /** Label of the field, part of each button's accessible name. */
  label: string
  onReplace: () => void
  t: IslandTexts<'form'>
}

const STATUS = {
  waiting: 'forms:upload_waiting',
  sending: 'forms:upload_sending',
  paused: 'forms:upload_paused',
  offline: 'forms:upload_offline',
  checking: 'forms:upload_checking',
  done: 'forms:upload_done',
  failed: null,
} as const satisfies Record<Transfer['status'], IslandKey<'form'> | null>

/** A chosen file with name, size, progress and actions. */
export function FileRow({ transfer, control, kind, label, onReplace, t }: Props) {
  const { file, status, sent } = transfer
  const share = file.size === 0 ? 0 : Math.min(1, sent / file.size)
  const isMoving = status === 'sending' || status === 'paused' || status === 'offline'
  const action = (key: IslandKey<'form'>, run: () => void) => (
    <button
      type="button"
      className="text-button"
      aria-label={t('forms:upload_of', { action: t(key), label })}
      onClick={run}
    >
      {t(key)}
    </button>
  )
  const statusKey = STATUS[status]
  return (
    <div className="file" data-status={status}>
      {kind === 'video' && (
        <VideoPreview file={file} label={t('forms:upload_preview', { name: file.name })} />
      )}
      <p className="file-name">
        <span>{file.name}</span>
        <span className="numeral">{formatBytes(file.size)}</span>
      </p>
      {isMoving && (
        <progress
          value={share}
          max={1}
          aria-label={t('forms:upload_of', { action: t('forms:upload_sending'), label })}
        />
      )}
      <p className="file-state">
        <span aria-live="polite">{statusKey && t(statusKey)}</span>
        {isMoving && (
          <span className="numeral">
            {Math.floor(share * 100)}%{' '}
            {t('forms:upload_progress', { sent: formatBytes(sent), total: formatBytes(file.size) })}
          </span>
        )}
      </p>
      <p className="file-actions">
        {status === 'sending' && action('forms:upload_pause', control.pause)}
        {status === 'paused' && action('forms:upload_resume', control.resume)}
        {status === 'failed' && action('forms:upload_retry', control.resume)}
        {!isMoving && action('forms:upload_replace', onReplace)}
        {action(isMoving ? 'forms:upload_cancel' : 'forms:upload_remove', control.remove)}
      </p>
    </div>
  )
}

/** Plays the chosen video from the device before it is submitted. */
function VideoPreview({ file, label }: { file: File; label: string }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (video.current) video.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <video
      ref={video}
      className="preview"
      aria-label={label}
      controls
      playsInline
      preload="metadata"
    />
  )
}
