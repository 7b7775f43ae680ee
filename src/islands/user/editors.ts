import { lazy } from 'react'

// Editors bring the form library: they are loaded when somebody edits, not with the page.

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

/** Fields that have a screen of their own. */
const SCREENS = { birthday: loadDateSelect, city: loadDropdown, gender: loadSexSelect }
export type EditedField = keyof typeof SCREENS

/** Begins to load the editor of a field; what fails now is tried again when it is shown. */
export const prepareEditor = (field: EditedField): void => void SCREENS[field]().catch(() => {})

export const EmailEditor = lazy(() =>
  import('./EmailEditor.tsx').then((module) => ({ default: module.EmailEditor })),
)
export const ChangeMobileDialog = lazy(() =>
  import('./ChangeMobileDialog.tsx').then((module) => ({ default: module.ChangeMobileDialog })),
)
export const AvatarCrop = lazy(() =>
  import('./AvatarCrop.tsx').then((module) => ({ default: module.AvatarCrop })),
)
export const SignInButtons = lazy(() =>
  import('#islands/forms/sign-in/SignInButtons.tsx').then((module) => ({
    default: module.SignInButtons,
  })),
)
