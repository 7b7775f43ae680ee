import type { MessageArea, Translate } from './messages.ts'

/**
 * Creates `t` from messages by area, without an i18n library in browsers. A `count` of one selects
 * `<key>_one` if it exists, like i18next for prerendered pages.
 */
export function createTexts<A extends MessageArea>(
  areas: Readonly<Record<string, Record<string, string>>>,
): Translate<A> {
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
