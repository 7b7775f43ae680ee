import { lazy, type ComponentType } from 'react'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { importWithRetry } from '#features/ui/wait-for-network.ts'

// Editors depend on the form library, so they load on the first edit, not with the page.

const loadFieldEditors = () => import('./profile/field-editors.tsx')

/** An editor for a `Suspense`, so that its siblings appear together with the editor. */
const lazyEditor = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await importWithRetry(load) }))

export const Nickname = lazyEditor(() => loadFieldEditors().then((module) => module.Nickname))
export const SexSelect = lazyEditor(() => loadFieldEditors().then((module) => module.SexSelect))
export const DateSelect = lazyEditor(() => loadFieldEditors().then((module) => module.DateSelect))
export const Dropdown = lazyEditor(() => loadFieldEditors().then((module) => module.Dropdown))

/** Preloads the editors of fields; a failure is retried when an editor is rendered. */
export const prepareFieldEditors = (): void => void loadFieldEditors().catch(() => {})

export const EmailEditor = lazyEditor(() =>
  import('./profile/EmailEditor.tsx').then((module) => module.EmailEditor),
)
export const ChangeMobileDialog = lazyWithRetry(() =>
  import('./profile/ChangeMobileDialog.tsx').then((module) => module.ChangeMobileDialog),
)
export const DeleteAccountDialog = lazyWithRetry(() =>
  import('./security/DeleteAccountDialog.tsx').then((module) => module.DeleteAccountDialog),
)
export const AvatarCrop = lazyWithRetry(() =>
  import('./profile/AvatarCrop.tsx').then((module) => module.AvatarCrop),
)
export const SignInButtons = lazyWithRetry(() =>
  import('#features/auth/sign-in/SignInButtons.tsx').then((module) => module.SignInButtons),
)
