import { lazy } from 'react'

// Editors depend on the form library, so they load on the first edit, not with the page.

const loadFieldEditors = () => import('./field-editors.tsx')

export const Nickname = lazy(() =>
  loadFieldEditors().then((module) => ({ default: module.Nickname })),
)
export const SexSelect = lazy(() =>
  loadFieldEditors().then((module) => ({ default: module.SexSelect })),
)
export const DateSelect = lazy(() =>
  loadFieldEditors().then((module) => ({ default: module.DateSelect })),
)
export const Dropdown = lazy(() =>
  loadFieldEditors().then((module) => ({ default: module.Dropdown })),
)

/** Preloads the editors of fields; a failure is retried when an editor is rendered. */
export const prepareFieldEditors = (): void => void loadFieldEditors().catch(() => {})

export const EmailEditor = lazy(() =>
  import('./EmailEditor.tsx').then((module) => ({ default: module.EmailEditor })),
)
export const ChangeMobileDialog = lazy(() =>
  import('./ChangeMobileDialog.tsx').then((module) => ({ default: module.ChangeMobileDialog })),
)
export const DeleteAccountDialog = lazy(() =>
  import('./DeleteAccountDialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
)
export const AvatarCrop = lazy(() =>
  import('./AvatarCrop.tsx').then((module) => ({ default: module.AvatarCrop })),
)
export const SignInButtons = lazy(() =>
  import('#features/auth/sign-in/SignInButtons.tsx').then((module) => ({
    default: module.SignInButtons,
  })),
)
