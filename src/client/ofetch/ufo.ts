// What ofetch takes from `ufo`, for browsers: `content/lean-fetch.ts` puts it in its place.

/** An address with a query; what is undefined is left out, a list repeats its name. */
export function withQuery(address: string, query: Record<string, unknown>): string {
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value ?? '')])
  if (pairs.length === 0) return address
  const sign = address.includes('?') ? '&' : '?'
  return `${address}${sign}${String(new URLSearchParams(pairs))}`
}

/** A path below a base. */
export const withBase = (path: string, base: string): string =>
  `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
