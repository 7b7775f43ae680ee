/** What of a window it needs. */
export interface FontView {
  document: Pick<Document, 'fonts'>
  FontFace: typeof FontFace
}

/**
 * A face of the house, on its way.
 * @param name its family, weight and style come first: `serif-400-1f3a…`, `display-500i-…`
 * @param base where files of fonts stand, with a slash at the end
 * @param range the characters that it is for: `U+4E00,U+4E8C`; all when left out
 */
export function loadFace(
  name: string,
  base: string,
  view: FontView,
  range = 'U+0-10FFFF',
): Promise<FontFace> {
  const [family = '', cut = ''] = name.split('-')
  // Style sheets write `House Serif`: names of families have no case.
  return new view.FontFace(`House ${family}`, `url(${base}${name}.woff2)`, {
    weight: cut.slice(0, 3),
    style: cut.endsWith('i') ? 'italic' : 'normal',
    unicodeRange: range,
  }).load()
}

/**
 * Brings faces into use, all at once: each time the whole page is laid out anew, which is most of what
 * its fonts cost a slow processor, and a text that changes its face once is calmer to read.
 */
export async function useFaces(
  faces: readonly Promise<FontFace | void>[],
  { document: root }: FontView,
): Promise<void> {
  for (const face of await Promise.all(faces)) if (face) root.fonts.add(face)
}
