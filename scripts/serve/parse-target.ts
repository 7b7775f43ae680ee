/** The path and query of a request, as sent: still percent-encoded, the query without `?`. */
export interface RequestTarget {
  path: string
  query: string
}

export type ParsedPath =
  | { kind: 'path'; path: string }
  | { kind: 'malformed' }
  | { kind: 'unreachable' }

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i
const VISIBLE_ASCII = /^[\x21-\x7e]*$/
// No file name contains a slash, a backslash or a control character.
const HIDDEN_IN_SEGMENT = /[/\\\p{Cc}]/u

/** Splits a request target; of the absolute form (`GET http://host/path`) only path and query are used. */
export function splitTarget(raw: string): RequestTarget {
  const target = raw.replace(ABSOLUTE_FORM, '')
  const separator = target.indexOf('?')
  if (separator === -1) return { path: target || '/', query: '' }
  return { path: target.slice(0, separator) || '/', query: target.slice(separator + 1) }
}

/**
 * Decodes a path once, segment by segment, so that `%2f` cannot create a segment. Empty and dot segments
 * are unreachable: they are not normalised, and no address of the site has them. A trailing slash is
 * allowed here and redirected later.
 */
export function parsePath(raw: string): ParsedPath {
  if (!raw.startsWith('/') || raw.includes('\\') || !VISIBLE_ASCII.test(raw)) {
    return { kind: 'malformed' }
  }
  const segments: string[] = []
  for (const segment of raw.slice(1).split('/')) {
    const decoded = decodeSegment(segment)
    if (decoded === undefined || HIDDEN_IN_SEGMENT.test(decoded)) return { kind: 'malformed' }
    segments.push(decoded)
  }
  const inner = segments.slice(0, -1)
  if (inner.includes('') || segments.some((segment) => segment === '.' || segment === '..')) {
    return { kind: 'unreachable' }
  }
  return { kind: 'path', path: `/${segments.join('/')}` }
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Encodes a decoded path and a raw query for a `Location` header. */
export function formatLocation(path: string, query: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const search = [...query].map((char) => (VISIBLE_ASCII.test(char) ? char : encodeByte(char)))
  return encoded + (query && `?${search.join('')}`)
}

/** Percent-encodes a character. Node decodes bytes above 7f of a request line as Latin-1. */
function encodeByte(char: string): string {
  const bytes = Buffer.from(char, 'latin1')
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
}
