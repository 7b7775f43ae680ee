// Names of published files. URLs of an admin API may contain a query, spaces or Chinese, but the address of a
// published file must be its path in the release.

/** The extension of the file at an absolute URL; `bin` if it has none. */
export const readExtension = (address: string): string =>
  /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? 'bin'

/** The name of a document from its absolute URL, without extension. */
export function nameDocument(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  const plain = name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/%[0-9a-f]{2}/gi, ' ')
    .replaceAll(/[^\w.-]+/g, ' ')
  return plain.trim().replaceAll(' ', '-') || 'document'
}
