/** The window properties in use. */
export interface FontView {
  document: Pick<Document, 'fonts'>
  FontFace: typeof FontFace
}

/**
 * Loads a face of the site.
 * @param name family, weight and style, then a hash: `serif-400-1f3a…`, `display-500i-…`
 * @param base base URL of fonts, with a trailing slash
 * @param range `unicode-range` such as `U+4E00,U+4E8C`; defaults to all characters
 */
export function loadFace(
  name: string,
  base: string,
  view: FontView,
  range = 'U+0-10FFFF',
): Promise<FontFace> {
  const [family = '', cut = ''] = name.split('-')
  // Style sheets use `Site Serif`; family names are case-insensitive.
  return new view.FontFace(`Site ${family}`, `url(${base}${name}.woff2)`, {
    weight: cut.slice(0, 3),
    style: cut.endsWith('i') ? 'italic' : 'normal',
    unicodeRange: range,
  }).load()
}

/**
 * Adds all faces at once: each addition causes a full layout, which is the main cost of fonts on slow
 * processors, and visible text should be re-rendered only once.
 */
export async function addFaces(
  faces: readonly Promise<FontFace | void>[],
  { document: root }: FontView,
): Promise<void> {
  for (const face of await Promise.all(faces)) if (face) root.fonts.add(face)
}
