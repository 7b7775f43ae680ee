/** What the gate knows of one content, whatever page it is the content of. */
export interface Findings {
  /** Addresses of this site that it leads to or loads, each once, with their query. */
  links: readonly string[]
  /** Pieces of visible text that no reader should see, each with a few words around it. */
  faults: readonly string[]
}

const ADDRESS = /\s(?:href|src|poster|component-url|renderer-url)="(\/[^"/][^"]*|\/)"/g
const ASSET = /(?<=["'(, ])\/(?:_astro|fonts|images|media)\/[\w./~@-]*\w/g
const CHUNK = /(?<=["'`(])(?:\.\/|\/_astro\/)([\w.~@-]+\.(?:js|css|woff2?))(?=["'`)])/g
const TAG = /<[a-z/!](?:"[^"]*"|'[^']*'|[^>"'])*>/gi
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
  const markup = dropCode(html)
  const links = new Set(html.match(ASSET))
  for (const [, address = ''] of markup.matchAll(ADDRESS)) {
    links.add(address.replaceAll('&amp;', '&').replace(/#.*$/, ''))
  }
  return { links: [...links], faults: findRawText(markup, rawText) }
}

/** The markup without the content of script and style, which is no text of the page. */
function dropCode(html: string): string {
  let markup = ''
  let at = 0
  for (;;) {
    const tag = html.indexOf('<s', at)
    if (tag === -1) return markup + html.slice(at)
    const name = ['script', 'style'].find((code) => html.startsWith(code, tag + 1))
    const open = name === undefined ? tag + 2 : html.indexOf('>', tag) + 1
    markup += html.slice(at, open)
    if (name === undefined) at = open
    else at = html.indexOf(`</${name}>`, open)
    if (at === -1) return markup
  }
}

/** Reads a script or style sheet of the bundle: the other parts that it loads. */
export function scanBundle(code: string): Findings {
  const chunks = [...code.matchAll(CHUNK)].map(([, name]) => `/_astro/${name}`)
  return { links: [...new Set(chunks)], faults: [] }
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
