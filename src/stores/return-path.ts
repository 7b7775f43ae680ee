/** What a browser drops, or reads as a slash, before it looks at an address. */
const DROPPED = /[\s\p{Cc}\\]/u

/**
 * Where a login leads: a path of this site, else the fallback. Only a single leading slash stays on
 * the site; `//host`, `/\host`, `/%2f%2fhost` and anything that a browser mends into them do not.
 * @example readReturnPath('/user/user?tab=2', '/') // '/user/user?tab=2'
 * @example readReturnPath('//evil.example', '/') // '/'
 */
export function readReturnPath(value: string | null | undefined, fallback: string): string {
  const path = value ?? ''
  if (!/^\/(?![/\\])/.test(path) || DROPPED.test(path)) return fallback
  const [bare = ''] = path.split(/[?#]/)
  // No address of the site has an encoded slash or backslash, or an empty segment.
  if (/%(?:2f|5c|00|0a|0d|09)/i.test(bare) || bare.includes('//')) return fallback
  const url = URL.parse(path, 'http://site.invalid')
  return url?.origin === 'http://site.invalid' ? path : fallback
}
