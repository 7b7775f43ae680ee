import type { Picture as PictureData } from './long-form.ts'

interface Props {
  picture: PictureData
  /** Width on the page, as the `sizes` attribute wants it. */
  sizes: string
  /** The leading picture of a page loads first, others when they come near. */
  leading?: boolean
  className?: string
}

/** A picture with its sources; its size is known, so nothing jumps when it arrives. */
export function Picture({ picture, sizes, leading = false, className }: Props) {
  const [last, ...others] = picture.sources.toReversed()
  return (
    <picture className={className}>
      {others.toReversed().map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        src={picture.src}
        srcSet={last?.srcset}
        sizes={sizes}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading={leading ? 'eager' : 'lazy'}
        fetchPriority={leading ? 'high' : 'auto'}
        decoding={leading ? 'sync' : 'async'}
      />
    </picture>
  )
}
