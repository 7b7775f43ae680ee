import type { RefObject } from 'react'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  accept: string
  /** Opens the camera of a phone. */
  capture?: 'user'
  onChoose: (file: File) => Promise<void>
}

/** The hidden file input, opened by a labelled button. */
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
        // Allows the same file to be chosen again.
        target.value = ''
      }}
    />
  )
}
