import { useEffect, useRef } from 'react'
import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'
import type { Transfer } from '#stores/transfer.ts'
import { isRepeatable, type FileKind } from './file-fault.ts'
import { formatBytes } from './format-size.ts'
import type { UploadControl } from './use-upload.ts'

interface Props {
  transfer: Transfer & { file: File }
  control: Pick<UploadControl, 'pause' | 'resume' | 'remove'>
  kind: FileKind
  /** Label of the field, part of each button's accessible name. */
  label: string
  onReplace: () => void
  t: IslandTexts<'upload'>
}

/** A chosen file with name, size, progress and actions. */
export function FileRow({ transfer, control, kind, label, onReplace, t }: Props) {
  const { file, status, sent } = transfer
  const share = file.size === 0 ? 0 : Math.min(1, sent / file.size)
  const isMoving = status === 'sending' || status === 'paused' || status === 'offline'
  const action = (key: IslandKey<'upload'>, run: () => void) => (
    <button
      type="button"
      className="text-button"
      aria-label={t('upload:of', { action: t(key), label })}
      onClick={run}
    >
      {t(key)}
    </button>
  )
  return (
    <div className="file" data-status={status}>
      {kind === 'video' && (
        <VideoPreview file={file} label={t('upload:preview', { name: file.name })} />
      )}
      <p className="file-name">
        <span>{file.name}</span>
        <span className="numeral">{formatBytes(file.size)}</span>
      </p>
      {isMoving && (
        <progress
          value={share}
          max={1}
          aria-label={t('upload:of', { action: t('upload:sending'), label })}
        />
      )}
      <p className="file-state">
        <span aria-live="polite">{status !== 'failed' && t(`upload:${status}`)}</span>
        {isMoving && (
          <span className="numeral">
            {Math.floor(share * 100)}%{' '}
            {t('upload:progress', { sent: formatBytes(sent), total: formatBytes(file.size) })}
          </span>
        )}
      </p>
      <p className="file-actions">
        {status === 'sending' && action('upload:pause', control.pause)}
        {status === 'paused' && action('upload:resume', control.resume)}
        {status === 'failed' &&
          isRepeatable(transfer.fault) &&
          action('upload:retry', control.resume)}
        {!isMoving && action('upload:replace', onReplace)}
        {action(isMoving ? 'upload:cancel' : 'upload:remove', control.remove)}
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
