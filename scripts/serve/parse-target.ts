/** The path and query of a request, as sent: still percent-encoded, the query without `?`. */
export interface Target {
  path: string
  query: string
}

export type ParsedPath =
  { kind: 'path'; path: string } | { kind: 'malformed' } | { kind: 'unreachable' }

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i
const VISIBLE_ASCII = /^[\x21-\x7e]*$/
// A slash, backslash or control character that was hidden by percent-encoding never names a file of ours.
const HIDDEN_IN_SEGMENT = /[/\\\p{Cc}]/u

/** Splits the request target; the absolute form (`GET http://host/path`) is reduced to its path. */
export function splitTarget(raw: string): Target {
  const target = raw.replace(ABSOLUTE_FORM, '')
  const mark = target.indexOf('?')
  if (mark === -1) return { path: target || '/', query: '' }
  return { path: target.slice(0, mark) || '/', query: target.slice(mark + 1) }
}

/**
 * Decodes a path once, segment by segment, so that `%2f` cannot make a segment of its own.
 * Empty and dot segments are unreachable: no address of the site has them, and nothing normalises
 * them away. One slash at the end is let through, it is redirected later.
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

/** The address of a decoded path and a raw query, safe in a `Location` header. */
export function formatLocation(path: string, query: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const search = [...query].map((char) => (VISIBLE_ASCII.test(char) ? char : encodeByte(char)))
  return encoded + (query && `?${search.join('')}`)
}

/** Node hands bytes above 7f of a request line as Latin-1 characters. */
function encodeByte(char: string): string {
  const bytes = Buffer.from(char, 'latin1')
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
}
