import type { Translate } from '#i18n/messages.ts'

/** Returns a function that returns the label of the next act of a page: "Act I", "Act II", … */
export function createActLabels(t: Translate): () => string {
  const names = [
    t('common:acts_1'),
    t('common:acts_2'),
    t('common:acts_3'),
    t('common:acts_4'),
    t('common:acts_5'),
  ]
  return () => names.shift() ?? ''
}
