/** What has been rendered is shown after this time, whatever has become of its fonts. */
const MAX_MS = 400

type FontView = Pick<Window, 'requestAnimationFrame' | 'setTimeout'> & {
  document: { fonts: Pick<FontFaceSet, 'ready'> }
}

/**
 * Resolves when the fonts of what has just been rendered have loaded. Text of islands comes in slices of the
 * fonts, which browsers load once it is laid out.
 */
export async function waitForFonts(view: FontView = window): Promise<void> {
  const nextFrame = () =>
    new Promise<void>((resolve) => {
      view.requestAnimationFrame(() => resolve())
    })
  const late = new Promise<void>((resolve) => {
    view.setTimeout(resolve, MAX_MS)
  })
  // Laid out in the first frame, requested by the second.
  const loaded = nextFrame()
    .then(nextFrame)
    .then(() => view.document.fonts.ready)
  await Promise.race([loaded, late])
}
