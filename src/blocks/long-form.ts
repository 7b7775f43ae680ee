import type { Block, Video } from '#api/blocks.ts'
import type { Span } from '#api/primitives.ts'

/** A picture with its size and its sources by format, widest last. */
export interface Picture {
  alt: string
  width: number
  height: number
  /** URL for browsers that support none of the formats below. */
  src: string
  sources: { type: 'image/avif' | 'image/webp'; srcset: string }[]
}

interface Film extends Omit<Video, 'poster'> {
  poster: Picture
}

/** A list whose items may contain nested lists; the contract limits the depth. */
export interface NestedList {
  style: 'bulleted' | 'numbered'
  items: { content: Span[]; list?: NestedList | null }[]
}

type Of<Type extends Block['type']> = Extract<Block, { type: Type }>

/** A block with prepared pictures and localised links. */
export type LongFormBlock =
  | Exclude<Block, { type: 'nested_list' | 'image_text' | 'image' | 'gallery' | 'video' }>
  | ({ type: 'nested_list' } & NestedList)
  | (Omit<Of<'image_text'>, 'image'> & { image: Picture })
  | (Omit<Of<'image'>, 'image'> & { image: Picture })
  | (Omit<Of<'gallery'>, 'images'> & { images: { image: Picture; caption: string | null }[] })
  | (Omit<Of<'video'>, 'video'> & { video: Film })
