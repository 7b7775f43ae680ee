/** Encodes as RFC 3986 requires, which is stricter than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Writes a query as the signatures of AWS and Aliyun cover it: encoded and sorted. */
export const writeCanonicalQuery = (query: Iterable<[string, string]>): string =>
  [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
