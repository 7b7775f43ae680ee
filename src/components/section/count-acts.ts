import type { Translate } from '#i18n/messages.ts'

/** Names the acts of a page one after the other as they are printed, so that none is skipped. */
export function countActs(t: Translate): () => string {
  const names = [
    t('common:acts_1'),
    t('common:acts_2'),
    t('common:acts_3'),
    t('common:acts_4'),
    t('common:acts_5'),
  ]
  return () => names.shift() ?? ''
}
