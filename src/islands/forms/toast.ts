import type { FormKey, FormTexts } from './texts.ts'

/**
 * Shows a short message top-right for three seconds (spec section 8); the library comes with the first
 * one. What asks for an action must also stand in the page.
 */
export function showToast(t: FormTexts, key: FormKey): void {
  // A message that could not be shown is a loss, not a fault of what was done.
  void import('./toaster.tsx')
    .then(({ addToast }) => addToast(t(key), t('forms:toasts')))
    .catch(() => {})
}
