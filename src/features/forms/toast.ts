import type { IslandKey, IslandTexts } from '#i18n/island-areas.ts'

/**
 * Shows a short message top-right for three seconds (spec section 8); the library is loaded with the first
 * one. A message that requires an action must also be shown in the page.
 */
export function showToast(t: IslandTexts<'form'>, key: IslandKey<'form'>): void {
  // The action itself has succeeded: a toast that fails to load is not an error.
  void import('./toaster.tsx')
    .then(({ addToast }) => addToast(t(key), t('forms:toasts')))
    .catch(() => {})
}
