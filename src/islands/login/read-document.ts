/** A piece of a document: text, or an element of a known kind. */
export type DocumentPart = string | { tag: DocumentTag; href?: string; parts: DocumentPart[] }

const TAGS = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br'] as const
export type DocumentTag = (typeof TAGS)[number]

/** The title of a document is a heading below that of its dialog. */
const SAME: Record<string, DocumentTag> = { h1: 'h2', h4: 'h3', b: 'strong', i: 'em' }
const DROPPED = new Set(['script', 'style', 'title', 'head', 'template', 'noscript', 'iframe'])

const STYLES = /<style[\s\S]*?<\/style>|\sstyle=(?:"[^"]*"|'[^']*')/gi
const HREF = /^(https?:|mailto:|tel:|\/(?![/\\])|#)/

/** What a document of the organisation says, as text in known elements; everything else falls away. */
export function readParts(node: Node): DocumentPart[] {
  return [...node.childNodes].flatMap((child): DocumentPart[] => {
    if (child.nodeType === Node.TEXT_NODE) return [child.textContent ?? '']
    if (!(child instanceof Element)) return []
    const name = child.localName
    if (DROPPED.has(name)) return []
    const tag = TAGS.find((known) => known === (SAME[name] ?? name))
    const parts = readParts(child)
    if (tag === undefined) return parts
    const target = tag === 'a' ? (child.getAttribute('href') ?? '') : ''
    return [{ tag, parts, ...(HREF.test(target) && { href: target }) }]
  })
}

/** Fetches an HTML document of this site and reads its main part. */
export async function requestDocument(src: string, signal: AbortSignal): Promise<DocumentPart[]> {
  const response = await fetch(src, { signal })
  if (!response.ok) throw new Error(`${src} answered ${response.status}`)
  // Its own styles are not ours, and the policy of the page would complain of them.
  const text = (await response.text()).replaceAll(STYLES, '')
  const root = new DOMParser().parseFromString(text, 'text/html')
  return readParts(root.querySelector('main') ?? root.body)
}
