import type { Translate } from '#i18n/messages.ts'

/** What needs scripts, explained with the phone number of the box office and without. */
const KEYS = {
  application: ['application:no_script', 'application:no_script_without_phone'],
  member: ['member:no_script', 'member:no_script_without_phone'],
  tickets: ['tickets:no_script', 'tickets:no_script_without_phone'],
} as const

/**
 * Explains to visitors without scripts what needs them.
 * @param phone number of the box office; null if it has none
 */
export function explainNoScript(
  t: Translate,
  area: keyof typeof KEYS,
  phone: string | null,
): string {
  const [withPhone, withoutPhone] = KEYS[area]
  return phone === null ? t(withoutPhone) : t(withPhone, { phone })
}
