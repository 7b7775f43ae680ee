/** Scan results of a page or bundle file, by its content. */
export interface Findings {
  /** Distinct internal link targets, with their query. */
  links: readonly string[]
  /** Internal files that the page or file loads. */
  files: readonly string[]
  /** Raw values in visible text, each with some context. */
  faults: readonly string[]
}

const ADDRESS = /\s(?:href|src|poster|component-url|renderer-url)="(\/[^"/][^"]*|\/)"/g
/** The start of an anchor element up to its href. */
const ANCHOR = /(<a(?:\s+[^\s=>"/]+(?:="[^"]*")?)*?)\s+href="(\/[^"/][^"]*|\/)"/g
const ASSET = /(?<=["'(, ])\/(?:_astro|fonts|images|media)\/[\w./~@-]*\w/g
/** Addresses of documents at the API. Scripts compare them; pages do not load them. */
const SOURCE = /\sdata-source="[^"]*"|"(?:user_agreement|privacy_policy)_file":"[^"]*"/g
const CHUNK = /(?<=["'`(])(?:\.\/|\/_astro\/)([\w.~@-]+\.(?:js|css|woff2?))(?=["'`)])/g
const TAG = /<[a-z/!](?:"[^"]*"|'[^']*'|[^>"'])*>/gi
const CODE = /(<(?:script|style)[^>]*>)([^]*?)(?=<\/(?:script|style)>)/g
/** Attributes that browsers show or screen readers read. */
const TEXT_ATTRIBUTE = /\s(?:alt|title|aria-label|placeholder|content)="([^"]*)"/g
const CONTEXT_LENGTH = 30

/** Creates a pattern of raw values in texts: `undefined`, objects and untranslated message keys. */
export function createRawTextPattern(messageAreas: readonly string[]): RegExp {
  // A lookbehind from the rare colon is far faster than trying each area at each word.
  const key = `(?<=\\b(?:${messageAreas.join('|')})):[a-z][\\w.]*`
  return new RegExp(`\\bundefined\\b|\\[object |${key}`)
}

/** Scans a page. @param rawText from `createRawTextPattern` */
export function scanPage(html: string, rawText: RegExp): Findings {
  const markup = splitCode(html)
    .map(({ text, isCode }) => (isCode ? '' : text))
    .join('')
  const links = new Set<string>()
  for (const [, , address = ''] of markup.matchAll(ANCHOR)) links.add(readAddress(address))
  const files = new Set<string>(html.replaceAll(SOURCE, '').match(ASSET))
  for (const [, address = ''] of markup.matchAll(ADDRESS)) {
    const target = readAddress(address)
    if (!links.has(target)) files.add(target)
  }
  return { links: [...links], files: [...files], faults: findRawText(markup, rawText) }
}

/**
 * Removes the href of every anchor that points to one of `dead`, which leaves its text: an `a` without href
 * is not a link.
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

/** Decodes the address of an attribute and removes its fragment. */
const readAddress = (value: string): string => value.replaceAll('&amp;', '&').replace(/#.*$/, '')

/** Splits a page into markup and the contents of script and style elements, which are not page text. */
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

/** Scans a script or style sheet for the bundle files that it loads. */
export function scanBundle(code: string): Findings {
  const chunks = [...code.matchAll(CHUNK)].map(([, name]) => `/_astro/${name}`)
  return { links: [], files: [...new Set(chunks)], faults: [] }
}

function findRawText(markup: string, rawText: RegExp): string[] {
  // Few pages have a match, so that the text is extracted only if there is one.
  if (!rawText.test(markup)) return []
  const spoken = (tag: string) =>
    [...tag.matchAll(TEXT_ATTRIBUTE)].map(([, value]) => value).join('\n')
  const text = markup.replace(TAG, (tag) => `\n${spoken(tag)}\n`)
  return text.split('\n').flatMap((line) => {
    const match = rawText.exec(line)
    if (!match) return []
    const from = Math.max(0, match.index - CONTEXT_LENGTH)
    return [line.slice(from, match.index + match[0].length + CONTEXT_LENGTH).trim()]
  })
}
