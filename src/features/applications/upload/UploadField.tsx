import type { IslandTexts } from '#i18n/island-areas.ts'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import type { UploadInfo } from '#api/upload.ts'
import { useMediaQuery } from '#features/ui/use-media-query.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { Field } from '#features/forms/Field.tsx'
import { useField, type FieldBinding } from '#features/forms/use-form.ts'
import { formatAccept, type FileKind } from './file-fault.ts'
import { useUpload } from './use-upload.ts'
import './upload.css'

// Loaded with the first file, to keep the form small.
const FileRow = lazyWithRetry(() => import('./FileRow.tsx').then((module) => module.FileRow))

interface Props extends FieldBinding {
  t: IslandTexts<'upload'>
  draft: string
  kind: FileKind
  info: UploadInfo
  hint: ReactNode
  /** Sets why a file was rejected, for the error summary. */
  setFault: (name: string, message: string | undefined) => void
}

/**
 * A file field: choose, drop, or record on a phone. The file is checked first, uploaded in chunks
 * while the form is being filled in, and stored on the device until the form is submitted.
 */
export function UploadField({ draft, kind, info, hint, setFault, ...binding }: Props) {
  const { t, label, id } = binding
  const {
    set,
    attributes: { ref },
    error: missing,
  } = useField(binding)
  const upload = useUpload({ draft, field: binding.name, kind, info, set })
  const [isOver, setOver] = useState(false)
  const hasCamera = useMediaQuery('(pointer: coarse)') && kind === 'video'
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const labelId = useId()
  const fault = upload.fault && t(upload.fault.key, upload.fault.values)
  const error = fault ?? (upload.transfer ? undefined : missing)
  const emitFault = useEffectEvent((message?: string) => setFault(binding.name, message))
  useEffect(() => emitFault(fault ?? undefined), [fault])

  // Buttons come and go with the status of the file: the focus stays in the field.
  useEffect(() => {
    if (hasFocus.current && !box.current?.contains(document.activeElement)) box.current?.focus()
  })

  return (
    <Field binding={binding} error={error} hint={hint} isGroup>
      <FilePicker ref={input} accept={formatAccept(kind)} onChoose={upload.choose} />
      {hasCamera && (
        <FilePicker ref={camera} accept="video/*" capture="user" onChoose={upload.choose} />
      )}
      <div
        className="upload"
        ref={box}
        // The error summary focuses the element with this id: the button below, or else the chosen file.
        id={upload.transfer ? id : undefined}
        tabIndex={-1}
        data-over={isOver || undefined}
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={() => {
          hasFocus.current = false
        }}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) void upload.choose(file)
        }}
      >
        {upload.transfer && (
          <FileRow
            transfer={upload.transfer}
            control={upload}
            kind={kind}
            label={label}
            onReplace={() => input.current?.click()}
            t={t}
          />
        )}
        {!upload.transfer && (
          <p className="choose">
            <button
              type="button"
              className="button button-quiet"
              id={id}
              ref={ref}
              aria-labelledby={`${id} ${labelId}`}
              aria-describedby={`${id}-notes`}
              onClick={() => input.current?.click()}
            >
              {t('upload:choose')}
            </button>
            {hasCamera && (
              <button
                type="button"
                className="button button-quiet"
                onClick={() => camera.current?.click()}
              >
                {t('upload:record')}
              </button>
            )}
            <span className="drop">{t('upload:drop')}</span>
            <span hidden id={labelId}>
              {label}
            </span>
          </p>
        )}
        <p className="reading" aria-live="polite">
          {upload.isReading && t('upload:reading')}
        </p>
      </div>
    </Field>
  )
}

interface FilePickerProps {
  ref: RefObject<HTMLInputElement | null>
  accept: string
  /** Opens the camera of a phone. */
  capture?: 'user'
  onChoose: (file: File) => Promise<void>
}

/** The hidden file input, opened by a labelled button. */
function FilePicker({ ref, accept, capture, onChoose }: FilePickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      capture={capture}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) void onChoose(file)
        // Allows the same file to be chosen again.
        target.value = ''
      }}
    />
  )
}
