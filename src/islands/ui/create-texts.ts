type Areas = Record<string, Record<string, string>>
type KeyOf<A extends Areas> = {
  [Area in keyof A & string]: `${Area}:${keyof A[Area] & string}`
}[keyof A & string]

/** Texts of one locale for an island; a key of an area that it did not name does not compile. */
export type Texts<A extends Areas> = (
  key: KeyOf<A>,
  values?: Record<string, string | number>,
) => string

/** Makes `t` from messages that travel with the island: browsers carry no i18n library. */
export function createTexts<const A extends Areas>(areas: A): Texts<A> {
  return (key, values = {}) => {
    const [area = '', name = ''] = key.split(':')
    const text = areas[area]?.[name] ?? key
    return text.replaceAll(/\{\{(\w+)\}\}/g, (match, value: string) =>
      String(values[value] ?? match),
    )
  }
}
