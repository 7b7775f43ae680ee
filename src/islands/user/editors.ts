import { lazy } from 'react'

// Editors bring the form library: they are loaded when somebody edits, not with the page.

export const Nickname = lazy(() =>
  import('./Nickname.tsx').then((module) => ({ default: module.Nickname })),
)
export const SexSelect = lazy(() =>
  import('./SexSelect.tsx').then((module) => ({ default: module.SexSelect })),
)
export const DateSelect = lazy(() =>
  import('./DateSelect.tsx').then((module) => ({ default: module.DateSelect })),
)
export const Dropdown = lazy(() =>
  import('./Dropdown.tsx').then((module) => ({ default: module.Dropdown })),
)
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
