import type { Block, Video } from '#api/blocks.ts'
import type { Span } from '#api/primitives.ts'

/** A picture as pages print it: sources by format, widest last, with its real size. */
export interface Picture {
  alt: string
  width: number
  height: number
  /** Address for browsers without any of the formats below. */
  src: string
  sources: { type: 'image/avif' | 'image/webp'; srcset: string }[]
}

interface Film extends Omit<Video, 'poster'> {
  poster: Picture
}

/** A list whose items may hold lists of their own; the contract bounds how deep. */
export interface NestedList {
  style: 'bulleted' | 'numbered'
  items: { content: Span[]; list?: NestedList | null }[]
}

type Of<Type extends Block['type']> = Extract<Block, { type: Type }>

/** A block whose pictures went through the pipeline and whose links carry the locale. */
export type LongFormBlock =
  | Of<'heading'>
  | Of<'paragraph'>
  | Of<'list'>
  | ({ type: 'nested_list' } & NestedList)
  | Of<'table'>
  | Of<'quote'>
  | Of<'button'>
  | (Omit<Of<'image_text'>, 'image'> & { image: Picture })
  | (Omit<Of<'image'>, 'image'> & { image: Picture })
  | (Omit<Of<'gallery'>, 'images'> & { images: { image: Picture; caption: string | null }[] })
  | (Omit<Of<'video'>, 'video'> & { video: Film })

export type { Span }
