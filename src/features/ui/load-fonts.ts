/** Maximum wait for fonts. */
const MAX_MS = 400

type FontView = Pick<Window, 'requestAnimationFrame' | 'setTimeout'> & {
  document: { fonts: Pick<FontFaceSet, 'ready'> }
}

/**
 * Resolves when the fonts of text that has just been rendered have loaded. Text of islands uses font slices,
 * which browsers request after layout.
 */
export async function waitForFonts(view: FontView = window): Promise<void> {
  const nextFrame = () =>
    new Promise<void>((resolve) => {
      view.requestAnimationFrame(() => resolve())
    })
  const timeout = new Promise<void>((resolve) => {
    view.setTimeout(resolve, MAX_MS)
  })
  // The first frame lays out the text; by the second its fonts are requested.
  const loaded = nextFrame()
    .then(nextFrame)
    .then(() => view.document.fonts.ready)
  await Promise.race([loaded, timeout])
}
