import type { Translate } from '#i18n/messages.ts'

/** Returns a function that returns the label of the next act of a page: "Act I", "Act II", … */
export function createActLabels(t: Translate): () => string {
  const names = ([1, 2, 3, 4, 5] as const).map((number) => t(`common:acts_${number}`))
  return () => names.shift() ?? ''
}
