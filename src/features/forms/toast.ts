import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'

/**
 * Shows a short message top-right for three seconds (spec section 8); the library comes with the first
 * one. What asks for an action must also stand in the page.
 */
export function showToast(t: IslandTexts<'form'>, key: IslandKey<'form'>): void {
  // A message that could not be shown is a loss, not a fault of what was done.
  void import('./toaster.tsx')
    .then(({ addToast }) => addToast(t(key), t('forms:toasts')))
    .catch(() => {})
}
