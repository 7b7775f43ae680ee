import type { Show } from '#api/perform.ts'
import type { Translate } from '#i18n/messages.ts'

/**
 * Joins the note and the features of a show to one line, without features that the note already names.
 */
export function formatShowNote(
  { note, features }: Pick<Show, 'note' | 'features'>,
  t: Translate<'tickets'>,
): string {
  const names = features.map((feature) => t(`tickets:feature_${feature}`))
  if (note === null) return names.join(' · ')
  const isNamed = (name: string) => note.toLowerCase().includes(name.toLowerCase())
  return [note, ...names.filter((name) => !isNamed(name))].join(' · ')
}
