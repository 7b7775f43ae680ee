/** What the gate knows of one content, whatever page it is the content of. */
export interface Findings {
  /** Addresses of this site that readers can follow from it, each once, with their query. */
  links: readonly string[]
  /** Addresses of this site that it loads. */
  files: readonly string[]
  /** Pieces of visible text that no reader should see, each with a few words around it. */
  faults: readonly string[]
}

const ADDRESS = /\s(?:href|src|poster|component-url|renderer-url)="(\/[^"/][^"]*|\/)"/g
/** The start of an anchor element up to its address. */
const ANCHOR = /(<a(?:\s+[^\s=>"/]+(?:="[^"]*")?)*?)\s+href="(\/[^"/][^"]*|\/)"/g
const ASSET = /(?<=["'(, ])\/(?:_astro|fonts|images|media)\/[\w./~@-]*\w/g
const CHUNK = /(?<=["'`(])(?:\.\/|\/_astro\/)([\w.~@-]+\.(?:js|css|woff2?))(?=["'`)])/g
const TAG = /<[a-z/!](?:"[^"]*"|'[^']*'|[^>"'])*>/gi
const CODE = /(<(?:script|style)[^>]*>)([^]*?)(?=<\/(?:script|style)>)/g
/** Attributes that readers see or hear. */
const SPOKEN = /\s(?:alt|title|aria-label|placeholder|content)="([^"]*)"/g
const AROUND = 30

/** A pattern of what must not stand in a text: raw values, and keys of messages without a text. */
export function makeRawText(messageAreas: readonly string[]): RegExp {
  // Looking back from the colon, which is rare, is far quicker than trying each name at each word.
  const key = `(?<=\\b(?:${messageAreas.join('|')})):[a-z][\\w.]*`
  return new RegExp(`\\bundefined\\b|\\[object |${key}`)
}

/** Reads a page. @param rawText as `makeRawText` gives it */
export function scanPage(html: string, rawText: RegExp): Findings {
  const markup = splitCode(html)
    .map(({ text, isCode }) => (isCode ? '' : text))
    .join('')
  const links = new Set<string>()
  for (const [, , address = ''] of markup.matchAll(ANCHOR)) links.add(readAddress(address))
  const files = new Set<string>(html.match(ASSET))
  for (const [, address = ''] of markup.matchAll(ADDRESS)) {
    const target = readAddress(address)
    if (!links.has(target)) files.add(target)
  }
  return { links: [...links], files: [...files], faults: findRawText(markup, rawText) }
}

/**
 * Takes the address off every anchor of a page that leads to one of `dead`: the text stays, an `a`
 * without an address is no link.
 */
export function unlink(html: string, dead: ReadonlySet<string>): string {
  return splitCode(html)
    .map(({ text, isCode }) => {
      if (isCode) return text
      return text.replace(ANCHOR, (anchor: string, start: string, address: string) =>
        dead.has(readAddress(address)) ? start : anchor,
      )
    })
    .join('')
}

/** The address that an attribute means, without its fragment. */
const readAddress = (value: string): string => value.replaceAll('&amp;', '&').replace(/#.*$/, '')

/** A page in pieces: markup, and the content of script and style, which is no text of the page. */
function splitCode(html: string): { text: string; isCode: boolean }[] {
  const pieces: { text: string; isCode: boolean }[] = []
  let from = 0
  for (const { index, 1: tag = '', 2: code = '' } of html.matchAll(CODE)) {
    const begin = index + tag.length
    pieces.push({ text: html.slice(from, begin), isCode: false }, { text: code, isCode: true })
    from = begin + code.length
  }
  pieces.push({ text: html.slice(from), isCode: false })
  return pieces
}

/** Reads a script or style sheet of the bundle: the other parts that it loads. */
export function scanBundle(code: string): Findings {
  const chunks = [...code.matchAll(CHUNK)].map(([, name]) => `/_astro/${name}`)
  return { links: [], files: [...new Set(chunks)], faults: [] }
}

function findRawText(markup: string, rawText: RegExp): string[] {
  // Nearly no page has any: only where one does is its text taken out of the markup.
  if (!rawText.test(markup)) return []
  const spoken = (tag: string) => [...tag.matchAll(SPOKEN)].map(([, value]) => value).join('\n')
  const text = markup.replace(TAG, (tag) => `\n${spoken(tag)}\n`)
  return text.split('\n').flatMap((line) => {
    const match = rawText.exec(line)
    if (!match) return []
    const from = Math.max(0, match.index - AROUND)
    return [line.slice(from, match.index + match[0].length + AROUND).trim()]
  })
}
