/** Callbacks of the parser, in document order. */
export interface HtmlReader {
  /** @param tag the text between `<` and `>`: `a class="more" href="/"` */
  open(tag: string, name: string): void
  close(name: string): void
  /** Raw text: `Q &amp; A`. */
  text(written: string): void
}

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
/** Elements whose content is skipped. */
const SKIPPED = new Set(['script', 'style', 'title', 'svg'])
const NAME = /[^\s/>]+/y

/**
 * Parses our own well-formed pages in one pass, without building a tree. Contents of drawings and scripts
 * are skipped.
 */
export function scanHtml(html: string, { open, close, text }: HtmlReader): void {
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    if (tag === -1) return text(html.slice(at))
    if (tag > at) text(html.slice(at, tag))
    if (html.startsWith('<!--', tag)) {
      at = after(html, '-->', tag)
      continue
    }
    const end = findEnd(html, tag)
    at = end + 1
    const first = html.charCodeAt(tag + 1)
    if (first === BANG) continue
    if (first === SLASH) {
      close(html.slice(tag + 2, end).trim())
      continue
    }
    NAME.lastIndex = tag + 1
    const name = NAME.exec(html)?.[0] ?? ''
    open(html.slice(tag + 1, end), name)
    if (VOID.has(name)) close(name)
    else if (SKIPPED.has(name)) {
      const closing = html.indexOf(`</${name}`, at)
      at = closing === -1 ? html.length : closing
    }
  }
}

const BANG = 0x21
const SLASH = 0x2f
const END = 0x3e
const DOUBLE = 0x22
const SINGLE = 0x27

/** Finds the end of a tag; quoted values may contain `>`. */
function findEnd(html: string, tag: number): number {
  for (let at = tag; at < html.length; at += 1) {
    const unit = html.charCodeAt(at)
    if (unit === END) return at
    if (unit !== DOUBLE && unit !== SINGLE) continue
    const closing = html.indexOf(html.charAt(at), at + 1)
    if (closing === -1) break
    at = closing
  }
  return html.length
}

function after(html: string, what: string, from: number): number {
  const at = html.indexOf(what, from)
  return at === -1 ? html.length : at + what.length
}

const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** Reads the raw attributes of a tag. @param tag tag text as passed to `open` */
export function readAttributes(tag: string, name: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, key = '', double, single, bare] of tag.slice(name.length).matchAll(ATTRIBUTE)) {
    attributes[key] ??= double ?? single ?? bare ?? ''
  }
  return attributes
}
