import sanitizeHtml from 'sanitize-html'
import * as v from 'valibot'
import { HrefSchema } from '#api/primitives.ts'

const ALLOWED_TAGS = (
  'h1 h2 h3 h4 h5 h6 p ul ol li blockquote figure figcaption img a strong b em i br div section ' +
  'table caption thead tbody tfoot tr th td'
).split(' ')

/** Tags whose content is shown without loss. */
const NEUTRAL = new Set(
  (
    'span font u small big label time abbr wbr html head body mark cite q code kbd samp var ins ' +
    'col colgroup picture source track param nobr tt title meta'
  ).split(' '),
)
/** Block tags that are shown as paragraphs. */
const AS_DIV = (
  'article main header footer aside nav address center dl dt dd details summary hgroup fieldset ' +
  'form pre'
).split(' ')
/** Tags whose text is shown without formatting. */
const PLAIN = new Set(['sub', 'sup', 's', 'strike', 'del', 'pre'])

/** Editors nest less deeply. Elements beyond this depth keep their text and lose their tags. */
const MAX_DEPTH = 40

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  disallowedTagsMode: 'discard',
  nestingLimit: MAX_DEPTH,
  transformTags: Object.fromEntries(AS_DIV.map((tag) => [tag, 'div'])),
}

/** Describes a link with an address that no page of the site can have, such as one without a path. */
function describeLinkLoss({ href = '' }: sanitizeHtml.Attributes): string | undefined {
  if (href.trim() === '' || v.is(HrefSchema, href.trim())) return undefined
  return `<a href="${href.slice(0, 120)}"> (shown as plain text)`
}

function describeLoss(tag: string, attributes: sanitizeHtml.Attributes): string | undefined {
  if (PLAIN.has(tag)) return `<${tag}> (shown as plain text)`
  if (tag === 'a') return describeLinkLoss(attributes)
  if (ALLOWED_TAGS.includes(tag) || AS_DIV.includes(tag) || NEUTRAL.has(tag)) return undefined
  // Tags with a colon come from word processors and have no visible content.
  if (tag.includes(':')) return undefined
  const source = attributes['src'] ?? attributes['data']
  return source ? `<${tag} src="${source.slice(0, 120)}">` : `<${tag}>`
}

/**
 * Sanitises HTML of a rich-text editor. Scripts, styles, event handlers and addresses other than
 * http(s), mailto, tel and site paths never get through (spec section 1).
 * @param losses collects descriptions of unsupported content
 */
export function cleanHtml(html: string, losses: Set<string>): string {
  let depth = 0
  /** Depth of the last reported unsupported element; the elements inside are part of the same loss. */
  let reportedAt: number | undefined
  return sanitizeHtml(html, {
    ...OPTIONS,
    onOpenTag(tag, attributes) {
      depth += 1
      if (depth > MAX_DEPTH) losses.add(`tags nested more than ${MAX_DEPTH} deep`)
      const loss = reportedAt === undefined ? describeLoss(tag, attributes) : undefined
      if (loss === undefined) return
      losses.add(loss)
      if (!PLAIN.has(tag) && tag !== 'a') reportedAt = depth
    },
    onCloseTag() {
      if (reportedAt === depth) reportedAt = undefined
      depth -= 1
    },
  })
}
