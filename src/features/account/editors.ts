import { lazy } from 'react'

// Editors depend on the form library, so they load on the first edit, not with the page.

export const Nickname = lazy(() =>
  import('./Nickname.tsx').then((module) => ({ default: module.Nickname })),
)

const loadSexSelect = () => import('./SexSelect.tsx')
const loadDateSelect = () => import('./DateSelect.tsx')
const loadDropdown = () => import('./Dropdown.tsx')

export const SexSelect = lazy(() =>
  loadSexSelect().then((module) => ({ default: module.SexSelect })),
)
export const DateSelect = lazy(() =>
  loadDateSelect().then((module) => ({ default: module.DateSelect })),
)
export const Dropdown = lazy(() => loadDropdown().then((module) => ({ default: module.Dropdown })))

/** Fields with their own screen. */
const SCREENS = { birthday: loadDateSelect, city: loadDropdown, gender: loadSexSelect }
export type EditedField = keyof typeof SCREENS

/** Preloads the editor of a field; a failure is retried when the editor is rendered. */
export const prepareEditor = (field: EditedField): void => void SCREENS[field]().catch(() => {})

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
