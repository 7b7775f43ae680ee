import type { PayTexts } from './texts.ts'

/** Shows a toast; a message that could not be shown is a loss, not a fault of what was done. */
export function say(t: PayTexts, key: 'forms:payment_done' | 'forms:copy_done'): void {
  void import('#islands/forms/toaster.tsx')
    .then(({ addToast }) => addToast(t(key), t('forms:toasts')))
    .catch(() => {})
}
