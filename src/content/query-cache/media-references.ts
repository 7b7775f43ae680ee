import { identifyItem, isRecord } from './item-references.ts'

// Finds the item that shows a media file, because editors work with items, not with file URLs.

/** Where a result refers to a media file. */
export interface MediaReference {
  /** `performances 12`, or the path of the endpoint for a file that belongs to no item. */
  subject: string
  /** Path of the field: `poster`, `body[2].image`. */
  field: string
}

/** The last segment of a URL, which its relative form contains too. */
export const readFileName = (address: string): string => address.split('/').at(-1) ?? ''

/**
 * Finds the first reference to a media file in a result.
 * @param path path of the endpoint
 * @param address URL of the file
 */
export function findMediaReference(
  data: unknown,
  path: string,
  address: string,
): MediaReference | null {
  return search(data, '', { subject: path, field: '' }, { path, address })
}

function search(
  value: unknown,
  name: string,
  at: MediaReference,
  target: { path: string; address: string },
): MediaReference | null {
  if (typeof value === 'string') return refersTo(value, target.address) ? at : null
  if (Array.isArray(value)) {
    return findFirst(value.entries(), ([index, one]) =>
      search(one, name, { ...at, field: `${at.field}[${index}]` }, target),
    )
  }
  if (!isRecord(value)) return null
  const item = identifyItem(value, name, target.path)
  const own = item?.kind ? { subject: `${item.kind} ${item.id}`, field: '' } : at
  return findFirst(Object.entries(value), ([key, one]) => {
    // The address of an image stands for the image.
    const field =
      key === 'url' ? own.field : [own.field, key].filter((part) => part !== '').join('.')
    return search(one, key, { ...own, field }, target)
  })
}

function findFirst<T, R>(all: Iterable<T>, find: (one: T) => R | null): R | null {
  for (const one of all) {
    const result = find(one)
    if (result !== null) return result
  }
  return null
}

/** Whether a text is the address, absolute or relative, or HTML that contains it. */
function refersTo(text: string, address: string): boolean {
  const name = readFileName(address)
  if (!text.includes(name)) return false
  if (text.includes('<')) return true
  return URL.parse(text, address)?.href === address || address.endsWith(`/${text}`)
}
