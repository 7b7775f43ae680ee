import { useEffect, useEffectEvent, useId, useState, type SubmitEvent } from 'react'
import { createDetector, readCode } from './detector.ts'
import { wakeSound } from './signal.ts'
import type { DoorTexts } from './texts.ts'
import { createWedge } from './wedge.ts'

interface Props {
  t: DoorTexts
  onCode: (code: string) => void
}

/** A scanner that types, wherever the focus is. */
export function useWedge(onCode: (code: string) => void): void {
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    const read = createWedge()
    const listen = (event: KeyboardEvent) => {
      // A field takes its own text and sends it by its form.
      if (event.target instanceof HTMLInputElement) return
      const code = read(event.key, event.timeStamp)
      if (code === null) return
      // Enter would also press what has the focus.
      event.preventDefault()
      tell(code)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** The ways beside the camera: a typed code, and a photo. */
export function OtherWays({ t, onCode }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<
    'photo_none' | 'photo_unreadable' | 'camera_unsupported' | null
  >(null)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    wakeSound()
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
    <div className="door-ways">
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
            wakeSound()
            void readPhoto(target.files?.[0])
            // The same picture can be chosen again.
            target.value = ''
          }}
        />
      </label>
      <div role="alert">{fault && <p className="door-fault">{t(`door:${fault}`)}</p>}</div>
    </div>
  )
}
