import { useEffect, useRef } from 'react'

/** Plays the chosen video from the device before it is submitted. */
export function VideoPreview({ file, label }: { file: File; label: string }) {
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
