import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import { ensureFileLater, makeDeferred } from '#integrations/media/deferred-files.ts'
import { findDownload } from '#integrations/media/downloads.ts'
import { getCachedFile, hashContent } from '#integrations/media/media-store.ts'
import { CARD, drawCard, type CardText } from './draw-card.ts'

/** Version of the card design, part of the file hash. */
const DESIGN_VERSION = 2

// For two cores: more concurrency would only use memory.
const limit = pLimit(3)

/** Reads an image prepared by `preparePicture`, from the site or the CDN. */
async function readPicture(src: string): Promise<Uint8Array> {
  const file = await makeDeferred(src.slice(1))
  if (file !== undefined) return readFile(file)
  const outcome = await findDownload(src)
  if (outcome.kind === 'missing') throw new Error(`${src}: ${outcome.failure.reason}`)
  return outcome.file.read()
}

const nameCard = (text: CardText, artwork: string): string =>
  `images/share-${hashContent(JSON.stringify([DESIGN_VERSION, text, artwork]))}.jpg`

/**
 * Makes the share card of a page from its artwork and texts; equal cards are drawn once.
 * @param artwork URL of a prepared image, which contains the content hash
 * @param findAvailable returns the artwork, or another image if it is not available
 */
export async function makeShareCard(
  text: CardText,
  artwork: string,
  findAvailable: (artwork: string) => Promise<string>,
) {
  const isDrawn = existsSync(getCachedFile(nameCard(text, artwork)))
  const shown = isDrawn ? artwork : await findAvailable(artwork)
  const src = await ensureFileLater(nameCard(text, shown), () =>
    limit(async () => drawCard(text, await readPicture(shown))),
  )
  const line = [text.kicker, text.subtitle, ...text.facts].filter((part) => part !== '')
  return { src, ...CARD, alt: [text.title, ...line].join(' · ') }
}
export type ShareCard = Awaited<ReturnType<typeof makeShareCard>>
