import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import { ensureFileLater, makeDeferred } from './deferred-files.ts'
import { download, hashOf } from './media-store.ts'
import { CARD, drawCard, type CardText } from './share-cards/draw-card.ts'

/** A picture as `og:image` names it. */
export interface ShareCard {
  src: string
  width: number
  height: number
  alt: string
}

/** Counts the designs of the card: a new number draws every card anew. */
const DESIGN = 1

// Two cores: more would only fill memory.
const limit = pLimit(2)

/** Bytes of a picture that `preparePicture` made: a file of the site, or of the CDN. */
async function readPicture(src: string): Promise<Uint8Array> {
  const file = await makeDeferred(src.slice(1))
  if (file !== undefined) return readFile(file)
  return (await download(src)).read()
}

/**
 * The card that other sites show for a page, drawn from its artwork and its texts; equal cards are
 * drawn once.
 * @param artwork address of a prepared picture; its name holds the hash of its content
 */
export async function makeShareCard(text: CardText, artwork: string): Promise<ShareCard> {
  const hash = hashOf(JSON.stringify([DESIGN, text, artwork]))
  const src = await ensureFileLater(`images/share-${hash}.jpg`, () =>
    limit(async () => drawCard(text, await readPicture(artwork))),
  )
  const line = [text.kicker, text.subtitle, ...text.facts].filter((part) => part !== '')
  return { src, ...CARD, alt: [text.title, ...line].join(' · ') }
}
