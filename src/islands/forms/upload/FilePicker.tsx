import type { RefObject } from 'react'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  accept: string
  /** Opens the camera of a phone. */
  capture?: 'user'
  onChoose: (file: File) => Promise<void>
}

/** The browser's own way to a file; it is opened by a button that says what it is for. */
export function FilePicker({ ref, accept, capture, onChoose }: Props) {
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
        // The same file can be chosen again.
        target.value = ''
      }}
    />
  )
}
