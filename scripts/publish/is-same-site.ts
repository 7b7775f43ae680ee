import type { BuiltSite } from './built-site.ts'

type Site = Pick<BuiltSite, 'files' | 'headers'>

/** Whether two sites have the same files with the same headers. */
export function isSameSite(one: Site, other: Site): boolean {
  if (one.files.size !== other.files.size) return false
  return [...one.files].every(([name, { hash }]) => {
    const own = one.headers.get(name)
    const theirs = other.headers.get(name)
    return (
      other.files.get(name)?.hash === hash &&
      (own === theirs || JSON.stringify(own) === JSON.stringify(theirs))
    )
  })
}
