/** What a document says, in its order. */
export interface HtmlReader {
  /** @param tag what stands between `<` and `>`: `a class="more" href="/"` */
  open(tag: string, name: string): void
  close(name: string): void
  /** Text as it is written: `Q &amp; A`. */
  text(written: string): void
}

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
/** Elements whose content is not looked into: it is no text of the page, or a drawing. */
const CLOSED = new Set(['script', 'style', 'title', 'svg'])
const NAME = /[^\s/>]+/y

/**
 * Reads a page as we print them, in one go and without a tree: tags that are opened are closed, and
 * those of a drawing or a script do not matter.
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
    else if (CLOSED.has(name)) {
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

/** Where a tag ends: a value in quotes may hold what ends others. */
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

/** The attributes of a tag, as they are written. @param tag as `open` is given it */
export function readAttributes(tag: string, name: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, key = '', double, single, bare] of tag.slice(name.length).matchAll(ATTRIBUTE)) {
    found[key] ??= double ?? single ?? bare ?? ''
  }
  return found
}
