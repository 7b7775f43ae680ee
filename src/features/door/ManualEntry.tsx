import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useEffectEvent, useId, useState, type SubmitEvent } from 'react'
import { createDetector, readCode } from './detector.ts'
import { unlockAudio } from './signal.ts'
import { createWedge } from './wedge.ts'

interface Props {
  t: IslandTexts<'door'>
  onCode: (code: string) => void
}

/** Reads the input of a keyboard wedge scanner, wherever the focus is. */
export function useWedge(onCode: (code: string) => void): void {
  const emitCode = useEffectEvent(onCode)
  useEffect(() => {
    const read = createWedge()
    const listen = (event: KeyboardEvent) => {
      const { target } = event
      // Text fields handle their own keys; the radio buttons of the shows use none of a code.
      if (target instanceof HTMLInputElement && target.type === 'text') return
      const code = read(event.key, event.timeStamp)
      if (code === null) return
      // Enter would also activate the focused element.
      event.preventDefault()
      emitCode(code)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** Alternatives to the camera: typing a code, or reading it from a photo. */
export function ManualEntry({ t, onCode }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<
    'photo_none' | 'photo_unreadable' | 'camera_unsupported' | null
  >(null)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    unlockAudio()
    setFault(null)
    onCode(text)
    setText('')
  }

  async function readPhoto(file: File | undefined): Promise<void> {
    if (!file) return
    setFault(null)
    const detector = await createDetector()
    if (detector === null) return setFault('camera_unsupported')
    const picture = await createImageBitmap(file).catch(() => null)
    if (picture === null) return setFault('photo_unreadable')
    const code = await readCode(detector, picture)
    picture.close()
    if (code === null) setFault('photo_none')
    else onCode(code)
  }

  return (
    <div className="door-entry">
      <form onSubmit={submit} noValidate>
        <label htmlFor={id}>{t('door:typed')}</label>
        <div className="door-typed">
          <input
            id={id}
            value={text}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit" className="button" disabled={text.trim() === ''}>
            {t('door:check')}
          </button>
        </div>
        <p className="door-hint" id={`${id}-hint`}>
          {t('door:typed_hint')}
        </p>
      </form>
      <label className="button button-quiet door-photo">
        {t('door:photo')}
        <input
          type="file"
          className="visually-hidden"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => {
            unlockAudio()
            void readPhoto(target.files?.[0])
            // Allows the same picture to be chosen again.
            target.value = ''
          }}
        />
      </label>
      <div role="alert">{fault && <p className="notice door-fault">{t(`door:${fault}`)}</p>}</div>
    </div>
  )
}
