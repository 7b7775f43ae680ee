import type { BuiltSite } from './built-site.ts'

type Site = Pick<BuiltSite, 'files' | 'headers'>

/** Whether two sites have the same files with the same headers. */
export function isSameSite(a: Site, b: Site): boolean {
  if (a.files.size !== b.files.size) return false
  return [...a.files].every(([name, { hash }]) => {
    const headersA = a.headers.get(name)
    const headersB = b.headers.get(name)
    return (
      b.files.get(name)?.hash === hash &&
      (headersA === headersB || JSON.stringify(headersA) === JSON.stringify(headersB))
    )
  })
}
