type Areas = Record<string, Record<string, string>>
type KeyOf<A extends Areas> = {
  [Area in keyof A & string]: `${Area}:${keyof A[Area] & string}`
}[keyof A & string]

/** Texts of one locale for an island; a key of an area that it did not name does not compile. */
export type Texts<A extends Areas> = (
  key: KeyOf<A>,
  values?: Record<string, string | number>,
) => string

/**
 * Makes `t` from messages that travel with the island: browsers carry no i18n library. `count` of one
 * takes the text of `<key>_one` where the language has it, as i18next does for what is prebuilt.
 */
export function createTexts<const A extends Areas>(areas: A): Texts<A> {
  return (key, values = {}) => {
    const [area = '', name = ''] = key.split(':')
    const texts = areas[area]
    const one = values['count'] === 1 ? texts?.[`${name}_one`] : undefined
    const text = one ?? texts?.[name] ?? key
    return text.replaceAll(/\{\{(\w+)\}\}/g, (match, value: string) =>
      String(values[value] ?? match),
    )
  }
}
