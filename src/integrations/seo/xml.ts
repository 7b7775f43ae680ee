const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes control characters, which XML does not allow. */
export const removeControlCharacters = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

/** Escapes a text for XML and removes control characters. */
export const escapeXml = (text: string): string =>
  removeControlCharacters(text).replaceAll(
    /[&<>"]/g,
    (character) => ESCAPES[character] ?? character,
  )

/**
 * Writes an XML element; its content must already be XML (`escapeXml`).
 * @example writeElement('link', { href: '/a?b=1&c=2' }) // '<link href="/a?b=1&amp;c=2"/>'
 */
export function writeElement(
  name: string,
  attributes: Record<string, string>,
  content: string | string[] = '',
): string {
  const start = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')
  const inside = Array.isArray(content) ? content.join('') : content
  return inside === '' ? `<${name}${start}/>` : `<${name}${start}>${inside}</${name}>`
}

/** Writes an element with text content. */
export const writeText = (name: string, text: string): string =>
  writeElement(name, {}, escapeXml(text))

export const writeDocument = (root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
